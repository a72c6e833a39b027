/* The page of a game: how to cite each fact, notes that a link leads to, the rules alone on paper. */
(function () {
  'use strict';
  const root = document.documentElement;

  // A link into something folded unfolds it.
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener('hashchange', unfold);
  if (location.hash) unfold();

  const print = document.getElementById('print-rules');
  if (print) {
    print.hidden = false;
    print.addEventListener('click', () => {
      root.dataset.print = 'rules';
      addEventListener('afterprint', () => delete root.dataset.print, { once: true });
      window.print();
    });
  }

  // The citation as the command `tarotref cite` writes it; then where and when it was read.
  const seen = anchor => {
    const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
    return ` ${address(anchor)} (read on ${day}).`;
  };
  const lasting = document.querySelector('.lasting a');
  const address = anchor => lasting ? lasting.href + (anchor ? ':' + anchor : '')
    : location.href.split('#')[0] + (anchor ? '#' + anchor : '');
  const page = document.querySelector('.cite .cite-text');
  if (page) page.append(seen(''));

  const data = document.getElementById('citations');
  if (!data) return;
  const { before, between, afters, titles } = JSON.parse(data.textContent);
  const text = id => before + titles[id][0] + between + afters[titles[id][1]] + '.';

  const box = document.createElement('dialog');
  box.id = 'cite-fact';
  box.setAttribute('aria-labelledby', 'cite-fact-title');
  box.innerHTML = '<h2 id="cite-fact-title">Cite this</h2><p class="cite-text"></p>' +
    '<form method="dialog"><button type="button">Copy</button> <a>Link to this</a> <button>Close</button></form>';
  document.body.append(box);
  const [copy] = box.querySelectorAll('button');
  copy.addEventListener('click', () => {
    const told = box.querySelector('.cite-text');
    const done = () => { copy.textContent = 'Copied'; };
    const select = () => { getSelection().selectAllChildren(told); };
    if (navigator.clipboard) navigator.clipboard.writeText(told.textContent).then(done, select); else select();
  });
  const open = id => {
    copy.textContent = 'Copy';
    box.querySelector('.cite-text').textContent = text(id) + seen(id);
    const link = box.querySelector('a');
    link.href = '#' + id;
    link.onclick = () => box.close();
    box.showModal();
  };
  box.addEventListener('click', event => { if (event.target === box) box.close(); });

  Object.keys(titles).forEach(id => {
    const target = document.getElementById(id);
    if (!target) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cite-fact';
    button.textContent = 'cite';
    button.setAttribute('aria-label', 'Cite' + titles[id][0].replace(/^, /, ' ').slice(0, 60));
    button.addEventListener('click', () => open(id));
    const room = target.tagName === 'TR' ? target.firstElementChild
      : target.classList.contains('variant') ? target.querySelector('h3') : target;
    room.append(' ', button);
  });
})();
