/* The page of a game: its rules as each version has them, what a link leads to unfolded, how to cite and correct, the rules alone on paper. */
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

  // The rules as another version has them: its passages in their places, what they stand instead of hidden.
  const chosen = document.getElementById('read-as');
  if (chosen) {
    const frame = chosen.closest('.read-as'), said = frame.querySelector('output');
    const asked = () => /^#as=(.+)$/.exec(location.hash)?.[1] || new URLSearchParams(location.search).get('as') || '';
    const before = place => {
      let at = place.previousElementSibling;
      while (at && at.matches('.place')) at = at.previousElementSibling;
      return at && !at.matches('h1,h2,h3,h4,summary') ? at : null;
    };
    const read = key => {
      document.querySelectorAll('.version.spoken').forEach(passage => passage.remove());
      document.querySelectorAll('.unspoken').forEach(part => part.classList.remove('unspoken'));
      document.querySelectorAll('.version-only').forEach(section => { section.hidden = true; });
      const own = [...document.querySelectorAll('.version[data-keys]')].filter(box => box.dataset.keys.split(' ').includes(key));
      own.forEach(box => {
        const place = document.querySelector(`[data-version="${box.id}"]`);
        const passage = box.cloneNode(true);
        [passage, ...passage.querySelectorAll('[id]')].forEach(part => part.removeAttribute('id'));
        passage.classList.add('spoken');
        delete passage.dataset.keys;
        if ('instead' in box.dataset) before(place)?.classList.add('unspoken');
        place.before(passage);
        for (let at = place.parentElement; at; at = at.parentElement) {
          if (at.matches('.version-only')) at.hidden = false;
          if (at.tagName === 'DETAILS') at.open = true;
        }
      });
      chosen.value = own.length ? key : '';
      said.textContent = own.length ? 'What is marked is its own, unless it is pale; that and all else, tables too, is as in the rules here.' : '';
      const facts = own.length && (document.getElementById('reading-' + key) || document.getElementById('variant-' + key));
      if (facts) said.insertAdjacentHTML('beforeend', ` <a href="#${facts.id}">All its facts that differ</a>.`);
      root.classList.toggle('read-otherwise', own.length > 0);
    };
    frame.hidden = false;
    chosen.addEventListener('change', () => {
      const { pathname, search } = location, query = new URLSearchParams(search);
      query.delete('as');
      const rest = query.toString() ? '?' + query : '';
      history.replaceState(null, '', pathname + rest + (chosen.value ? '#as=' + chosen.value : ''));
      read(chosen.value);
    });
    addEventListener('hashchange', () => { if (location.hash.startsWith('#as=')) read(asked()); });
    if (asked()) read(decodeURIComponent(asked()));
  }

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

  // A box over the page, with something to copy.
  const box = document.createElement('dialog');
  box.id = 'over';
  box.setAttribute('aria-labelledby', 'over-title');
  box.innerHTML = '<h2 id="over-title"></h2><div class="over-text"></div>' +
    '<form method="dialog"><button type="button">Copy</button> <a>Link to this</a> <button>Close</button></form>';
  document.body.append(box);
  const [copy] = box.querySelectorAll('button'), link = box.querySelector('form a'), inside = box.querySelector('.over-text');
  copy.addEventListener('click', () => {
    const told = inside.querySelector('.copied');
    const done = () => { copy.textContent = 'Copied'; };
    const select = () => { getSelection().selectAllChildren(told); };
    if (navigator.clipboard) navigator.clipboard.writeText(told.textContent).then(done, select); else select();
  });
  box.addEventListener('click', event => { if (event.target === box) box.close(); });
  const show = (title, content, id) => {
    box.querySelector('h2').textContent = title;
    inside.replaceChildren(...content);
    copy.textContent = 'Copy';
    copy.hidden = !inside.querySelector('.copied');
    link.hidden = !id;
    link.href = '#' + (id || '');
    link.onclick = () => box.close();
    box.showModal();
  };

  // What stands at the foot of the page to cite and to correct it, brought to where it is asked for.
  const field = () => {
    const heads = [...document.querySelectorAll('main :is(h2,h3)')].filter(head => head.checkVisibility());
    return (heads.filter(head => head.getBoundingClientRect().top < innerHeight / 2).pop() || heads[0])?.firstChild.textContent || '';
  };
  document.querySelectorAll('[data-opens]').forEach(way => way.addEventListener('click', event => {
    event.preventDefault();
    const content = [...document.getElementById(way.dataset.opens).cloneNode(true).children].slice(1);
    content.flatMap(part => [part, ...part.querySelectorAll('*')]).forEach(part => {
      part.removeAttribute('id');
      if (part.matches('.cite-text,pre.report')) part.classList.add('copied');
      if (part.matches('pre.report')) part.textContent = part.textContent.replace('Field:', `Field: ${field()}`);
      if (part.matches('a.report')) part.href = part.href.replace('Field%3A%20', `Field%3A%20${encodeURIComponent(field())}`);
    });
    const cites = way.dataset.opens === 'cite-this-page';
    if (cites && document.getElementById('facts')) {
      const more = document.createElement('p');
      more.innerHTML = 'A single fact has a citation of its own: open <a href="#facts">Facts</a> and press <i>cite</i> beside it.';
      more.querySelector('a').addEventListener('click', () => box.close());
      content.push(more);
    }
    show(cites ? 'Cite this page' : 'Correct this page', content);
  }));

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

  const open = id => {
    const told = document.createElement('p');
    told.className = 'cite-text copied';
    told.textContent = '…';
    citations().then(found => { told.textContent = text(found, id) + seen(id); },
      () => { told.textContent = `The file of citations could not be read. This fact stands at${seen(id)}`; });
    show('Cite this', [told], id);
  };

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
