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

  // What the marks of what a game shares mean is told where they stand, too.
  const key = document.getElementById('marks');
  if (key) document.querySelectorAll('a.shared').forEach(mark => { mark.title = key.textContent; });

  const button = document.getElementById('print-rules');
  if (button) {
    // How much larger than the least size the rules alone can be set: as they fill their sheets, by the letters that a sheet
    // holds of the one and of the other.
    const SHEET = 7000, LARGER = 5400;
    const letters = node => node.nodeType === Node.TEXT_NODE ? node.data.trim().length
      : node.nodeType !== Node.ELEMENT_NODE || getComputedStyle(node).display === 'none' ? 0
      : [...node.childNodes].reduce((sum, child) => sum + letters(child), 0);
    const size = () => {
      const found = letters(document.getElementById('main'));
      return Math.min(1.14, Math.max(1, Math.sqrt(LARGER * (found > SHEET ? 2 : 1) / found))).toFixed(2);
    };
    // Their style sheet is asked for when it is wanted; it holds for the screen while it is measured what it leaves.
    const sheet = document.createElement('link');
    const print = () => {
      root.dataset.print = 'rules';
      sheet.media = 'all';
      root.style.setProperty('--type', size());
      sheet.media = 'print';
      addEventListener('afterprint', () => delete root.dataset.print, { once: true });
      window.print();
    };
    button.hidden = false;
    button.addEventListener('click', () => {
      if (sheet.sheet) { print(); return; }
      Object.assign(sheet, { rel: 'stylesheet', media: 'print', href: button.dataset.style, onload: print });
      document.head.append(sheet);
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

  const file = document.getElementById('cite-this-page')?.dataset.facts;
  if (!file) return;
  // What to say of each fact is asked for once, when it is wanted: as a script, since a page opened as a file may fetch nothing.
  let asked = null;
  const citations = () => asked ||= new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = file;
    script.onload = () => done(window.TAROTREF.citations);
    script.onerror = () => { asked = null; fail(); };
    document.head.append(script);
  });
  const text = ({ before, between, afters, titles }, id) => before + titles[id][0] + between + afters[titles[id][1]] + '.';

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
    const told = box.querySelector('.cite-text');
    copy.textContent = 'Copy';
    told.textContent = '…';
    citations().then(found => { told.textContent = text(found, id) + seen(id); },
      () => { told.textContent = `The file of citations could not be read. This fact stands at${seen(id)}`; });
    const link = box.querySelector('a');
    link.href = '#' + id;
    link.onclick = () => box.close();
    box.showModal();
  };
  box.addEventListener('click', event => { if (event.target === box) box.close(); });

  // Each fact, thing and version that has an address of its own can be cited.
  const kinds = ['rules.', 'readings.', 'variants.', 'reading-', 'variant-'].map(start => `[id^="${start}"]`);
  const named = [...document.querySelectorAll(kinds)].map(target => {
    const head = (target.closest('tr') || target).querySelector('th,h3');
    const name = [head ? head.textContent : target.textContent, target.dataset.label].filter(Boolean).join(', ');
    return [target, name.replace(/\s+/g, ' ').trim().slice(0, 60)];
  });
  named.forEach(([target, name]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cite-fact';
    button.textContent = 'cite';
    button.setAttribute('aria-label', 'Cite ' + name);
    button.addEventListener('click', () => open(target.id));
    const room = target.tagName === 'TR' ? target.firstElementChild
      : target.classList.contains('variant') ? target.querySelector('h3') : target;
    room.append(' ', button);
  });
})();
