/* Compare two to five rulesets over all their facts: ?ids=8.11,8.13/PE-1787  (an id without a part means its main ruleset).

   Reads _static/compare/rulesets.js, the names of all rulesets and the sections of the rules, and for each game chosen
   _static/compare/GAME.js, what its rulesets tell: both are made by tarotref/sphinxext/compared.py from the facts that
   tarotref/computed/comparison.py gives. The id of a tradition stands for the rules that its games share; its file has also how
   its games are spread over the features. `align` below lays them side by side as Comparison.rows does; a test holds the two
   together. The page has <div id="compare-app"><noscript>...</noscript></div>. */
(function () {
  'use strict';
  const home = document.getElementById('compare-app');
  if (!home) return;
  const NEAR = 8;   // as many are offered beside what is chosen
  const MAX = Number(home.dataset.max || 5);
  const root = document.documentElement.dataset.content_root || './';
  const fold = t => String(t).normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids.filter(k => k !== null && k !== undefined));
    return e;
  };
  const short = id => id.replace(/\/main$/, '');
  const loaded = {};
  const load = file => loaded[file] = loaded[file] || new Promise((done, failed) => document.head.append(
    make('script', { src: `${root}_static/compare/${file}.js`, onload: done, onerror: () => failed(new Error(file)) })));
  let sections;
  let order;
  let rulesets;
  let all = [];
  let ids = [];
  let unknown = [];
  const name = id => rulesets[id].name;

  /* ---- side by side: what comparison.py does ---- */
  const SILENT = ['missing', 'unstated', 'not-recorded', 'not-reported', 'not-computable'];
  const MISSING = { value: '', status: 'missing', by: [], notes: [] };
  const NOT_THERE = { value: 'not there', status: 'not-there', by: [], notes: [] };
  const SIGNS = { '†': 'as in the games of its tradition', '‡': 'as in all tarot games' };   // those of wording.py
  const key = (path, n) => path.slice(0, n).join('\t');
  const shape = path => sections[path[0]].shape;
  const plain = t => t.charAt(0).toUpperCase() + t.slice(1).replace(/[-_]/g, ' ');
  const words = t => t.replace(/-/g, ' ');

  function side(id) {
    const file = TAROTREF.told[id.split('/')[0]];
    const first = Object.values(file.rulesets)[0];   // what another has as this has it stands as [from, to]
    const cells = file.rulesets[id].flatMap(cell => cell.length === 2 ? first.slice(...cell) : [cell]);
    const told = new Map(cells.map(([at, text, status, by, notes, sentence = text]) => [file.paths[at], {
      path: file.paths[at].split('\t'), value: file.texts[text], sentence: file.texts[sentence], status, by: by.map(n => file.layers[n]), notes: notes.map(n => file.notes[n]),
    }]));
    told.wholes = new Map(Object.entries(file.wholes[id]).map(([at, text]) => [file.paths[at], file.texts[text]]));
    told.lists = !file.spread;   // what a tradition's games share is no list: what is not in it a game may yet have
    return told;
  }
  function asOne(sides) {
    const found = new Set();
    sides.forEach(s => s.forEach(({ path }) => {
      if (path.length !== 1 || shape(path) === 'field') return;
      const telling = sides.filter(o => [...o.values()].some(t => t.path[0] === path[0] && t.path.length > 1));
      if (telling.length < 2) found.add(path[0]);
    }));
    const having = sides.map(s => new Set([...s.values()].filter(t => shape(t.path) === 'things' && t.path.length === 3).map(t => key(t.path, 2))));
    having.forEach(h => h.forEach(thing => { if (!having.every(o => o.has(thing))) found.add(thing); }));
    return found;
  }
  function ordered(paths) {
    const first = new Map();
    paths.forEach((p, n) => { if (!first.has(key(p, 2))) first.set(key(p, 2), n); });
    const place = p => {
      const fields = sections[p[0]].fields;
      const field = fields.indexOf(p[p.length - 1]);
      const at = shape(p) === 'things' || field < 0 ? first.get(key(p, 2)) : -1;
      return [order.indexOf(p[0]), p.length > 1 ? 1 : 0, at, Math.max(field, 0)];
    };
    return paths.map(p => [place(p), p]).sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]).map(([, p]) => p);
  }
  function together(path, facts, whole) {
    const value = path.length === 1 && shape(path) === 'things'
      ? [...new Set(facts.filter(t => t.value !== 'none').map(t => words(t.path[1])))].join(', ')
      : whole ?? facts.map(t => t.sentence).filter(Boolean).join(' ');
    return {
      value,
      status: facts.every(t => t.status === 'not-reported') ? 'not-reported' : 'stated',
      by: [...new Set(facts.flatMap(t => t.by))],
      notes: [...new Set(facts.flatMap(t => t.notes))],
    };
  }
  function tell(told, path) {
    const whole = key(path, path.length);
    if (told.has(whole)) return told.get(whole);
    const below = [...told.values()].map(t => t.path).filter(p => p.length > path.length && key(p, path.length) === whole);
    if (below.length) return together(path, ordered(below).map(p => told.get(key(p, p.length))), told.wholes.get(whole));
    for (let n = path.length - 1; n > 0; n--) if (told.has(key(path, n))) return told.get(key(path, n));
    const listed = path.length === 2 && told.lists && sections[path[0]].listed && [...told.values()].some(t => t.path[0] === path[0]);
    return listed ? NOT_THERE : MISSING;
  }
  function kind(cells) {
    const speaking = cells.filter(c => !SILENT.includes(c.status));
    if (new Set(speaking.map(c => c.status === 'not-there' ? 'none' : c.value)).size > 1) return 'differs';
    return speaking.length === cells.length ? 'agrees' : 'open';
  }
  function align(chosen) {
    const sides = chosen.map(side);
    const whole = asOne(sides);
    const paths = new Map();
    sides.forEach(s => s.forEach(({ path }) => {
      const n = [1, 2].find(n => whole.has(key(path, n))) || path.length;
      if (!paths.has(key(path, n))) paths.set(key(path, n), path.slice(0, n));
    }));
    const inner = new Set([...paths.values()].filter(p => p.length > 1).map(p => p[0]));
    return ordered([...paths.values()]).filter(p => p.length > 1 || !inner.has(p[0]) || shape(p) === 'things').map(path => {
      const cells = sides.map(s => tell(s, path));
      const label = path.length === 1 ? sections[path[0]].title
        : chosen.map(id => TAROTREF.told[id.split('/')[0]].labels[key(path, path.length)]).find(Boolean);
      return { path, label, group: sections[path[0]].group, cells, kind: kind(cells) };
    });
  }

  /* ---- the picker: an editable combobox with a list ---- */
  const input = make('input', { type: 'text', id: 'compare-add', autocomplete: 'off', placeholder: 'Number, name or place' });
  const list = make('ul', { id: 'compare-list', hidden: true });
  const label = make('label', { htmlFor: 'compare-add', textContent: 'Add a game, one of its versions, or a tradition' });
  const picker = make('div', { className: 'picker' }, label, input, list);
  const say = make('p', { className: 'result-count' });
  const chosen = make('ul', { className: 'chosen' });
  const lost = make('p', { className: 'hint', hidden: true });
  const beside = make('p', { className: 'beside', hidden: true });
  const out = make('div');
  lost.setAttribute('role', 'alert');
  Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'compare-list' }).forEach(([k, v]) => input.setAttribute(k, v));
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Versions and traditions');
  chosen.setAttribute('aria-label', 'Chosen');
  say.setAttribute('role', 'status');
  let found = [];
  let at = -1;
  function shut() {
    list.hidden = true;
    at = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }
  function point(i) {
    at = i;
    Array.from(list.children).forEach((li, n) => li.setAttribute('aria-selected', String(n === i)));
    if (i < 0) return input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-activedescendant', list.children[i].id);
    list.children[i].scrollIntoView({ block: 'nearest' });
  }
  function suggest() {
    const needles = fold(input.value).split(/\s+/).filter(Boolean);
    found = all.filter(r => !ids.includes(r.id) && needles.every(n => r.key.includes(n)));
    // What is called so comes first, games before the rules that they share and these before versions; `17.4` is a game before
    // it is a witness of it. Of games that are alike in this the one that is advised first.
    const near = r => !needles.length || ('place' in rulesets[r.id] && r.id === needles[0] + '/main') ? 0 : needles.every(n => r.title.some(word => word.startsWith(n))) ? 1 : 2;
    const version = r => !r.id.endsWith('/main') ? 2 : 'place' in rulesets[r.id] ? 0 : 1;
    const place = r => needles.length && rulesets[r.id].place || 0;
    found.sort((a, b) => near(a) - near(b) || version(a) - version(b) || place(a) - place(b));
    const more = found.length - 60;
    found = found.slice(0, 60);
    list.replaceChildren(...found.map((r, i) => {
      const li = make('li', { id: 'compare-o' + i, textContent: r.text });
      li.setAttribute('role', 'option');
      li.addEventListener('mousedown', e => e.preventDefault());
      li.addEventListener('click', () => add(r.id));
      return li;
    }));
    list.hidden = !found.length;
    input.setAttribute('aria-expanded', String(!list.hidden));
    point(found.length && needles.length ? 0 : -1);
    say.textContent = needles.length ? (found.length ? found.length + (more > 0 ? more : 0) + ' found' : 'Nothing found') : '';
  }
  input.addEventListener('input', suggest);
  input.addEventListener('click', suggest);
  input.addEventListener('blur', shut);
  input.addEventListener('keydown', e => {
    if (e.key === 'Escape') { if (list.hidden) input.value = ''; shut(); return; }
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault();
      if (list.hidden) return suggest();
      const n = found.length;
      point(e.key === 'ArrowDown' ? (at + 1) % n : (at + n - (at < 0 ? 0 : 1)) % n);
    } else if (e.key === 'Enter' && at >= 0) { e.preventDefault(); add(found[at].id); }
  });

  /* ---- choosing ---- */
  const full = id => {
    const bare = id.replace(/^DM\s*/i, '');
    return bare in rulesets ? bare : bare + '/main' in rulesets ? bare + '/main' : null;
  };
  function add(id) {
    if (ids.length < MAX && !ids.includes(id)) ids.push(id);
    input.value = '';
    shut();
    draw(true);
  }
  function drop(id) {
    ids = ids.filter(x => x !== id);
    draw(true);
    (chosen.querySelector('button') || input).focus();
  }
  function keep() {
    const p = new URLSearchParams(location.search);
    if (ids.length) p.set('ids', ids.map(short).join(',')); else p.delete('ids');
    const query = p.toString().replace(/%2C/g, ',').replace(/%2F/g, '/');
    history.replaceState(null, '', query ? '?' + query : location.pathname);
  }
  function draw(save) {
    if (save) {
      unknown = [];
      keep();
    }
    chosen.replaceChildren(...ids.map(id => {
      const button = make('button', { type: 'button', textContent: '×' });
      button.setAttribute('aria-label', 'Remove ' + name(id));
      button.addEventListener('click', () => drop(id));
      return make('li', {}, name(id), button);
    }));
    chosen.hidden = !ids.length;
    picker.hidden = ids.length >= MAX;
    say.textContent = ids.length >= MAX ? 'Five at most: remove one to add another.' : '';
    lost.textContent = unknown.length ? `Not found: ${unknown.join(', ')}. No game, version or tradition has ${unknown.length > 1 ? 'these ids' : 'this id'}.` : '';
    lost.hidden = !unknown.length;
    suggestions();
    if (ids.length < 2) {
      chosen.after(beside);
      out.replaceChildren(make('p', { className: 'hint', textContent: ids.length ? 'Add at least one more.' : 'Choose two to five. The address of the page then keeps the choice.' }));
      return;
    }
    const wanted = ids.slice();
    Promise.all([load('../brief-data'), ...wanted.map(id => load(id.split('/')[0]))]).then(
      () => { if (wanted.join() === ids.join()) table(wanted); },
      error => out.replaceChildren(make('p', { className: 'hint', textContent: `What is told of ${error.message} could not be read.` })));
  }
  function suggestions() {
    const near = [...new Set(ids.flatMap(id => rulesets[id].near))].filter(id => !ids.includes(id));
    near.sort((a, b) => a.endsWith('/main') ? (b.endsWith('/main') ? 0 : -1) : b.endsWith('/main') ? 1 : 0);   // a game before its versions
    beside.hidden = !near.length || ids.length >= MAX;
    beside.replaceChildren(make('span', { textContent: 'Add what is near: ' }), ...near.slice(0, NEAR).map(id => {
      const button = make('button', { type: 'button', textContent: name(id) });
      button.addEventListener('click', () => add(id));
      return button;
    }));
  }

  /* ---- in words ---- */
  // What parts rulesets most, a sentence for each side: of the topics of which something is told of all, and not the same.
  const LINES = 10;
  // A game's name without what tells its kinds apart: said once in full, it need not be said again.
  const bare = title => title.replace(/ \(.*\)$/, '').split(/, | or | and | with(?:out)? /)[0]
    .replace(/\b(?:Contemporary|Modern|Early|popular|[\w-]+-handed|\d+-card|[XVI]+[- ]century) /gi, '');
  function inWords(chosen) {
    const told = chosen.map(id => { const file = TAROTREF.told[id.split('/')[0]]; return file.brief[id].map(n => file.texts[n]); });
    const topics = TAROTREF.compared.topics.map((topic, n) => ({ topic, said: told.map(clauses => clauses[n]) })).filter(t => t.said.every(Boolean));
    const parted = topics.filter(t => new Set(t.said).size > 1);
    const shared = topics.filter(t => new Set(t.said).size === 1).map(t => t.topic);
    const games = chosen.map(id => id.split('/')[0]);
    const title = id => name(id).replace(/^\S+ /, '');
    const one = games.every(game => game === games[0]);
    const brief = id => one ? (name(id).split(', ').slice(1).join(', ') || 'the game itself') : chosen.filter(o => title(o) === title(id)).length > 1 ? name(id) : title(id);
    // Once it is said what they are called: their short names, or where these are the same their numbers.
    const shorter = [chosen.map(id => bare(title(id))), games].find(names => new Set(names).size === chosen.length);
    const called = (id, line) => line && shorter && !one ? shorter[chosen.indexOf(id)] : brief(id);
    const list = make('ul', { className: 'in-words' }, ...parted.slice(0, LINES).map(({ said }, line) => make('li', {}, [...new Set(said)].map(clause => {
      const who = chosen.filter((_, n) => said[n] === clause).map(id => called(id, line));
      const subject = who.length > 1 ? who.slice(0, -1).join(', ') + ' and ' + who[who.length - 1] : who[0];
      const sentence = who.length > 1 ? `For ${subject}: each ${clause}.` : `${subject} ${clause}.`;
      return sentence.charAt(0).toUpperCase() + sentence.slice(1);
    }).join(' '))));
    const same = shared.length > 1 ? `The same in ${chosen.length === 2 ? 'both' : 'all'}: ${shared.slice(0, -1).join(', ')} and ${shared[shared.length - 1]}.` : '';
    const briefly = one ? [] : games.filter(game => TAROTREF.brief[game] && TAROTREF.brief[game].length).map(game => make('div', {},
      make('h3', { textContent: title(game + '/main') }), make('p', { textContent: TAROTREF.brief[game].join(' ') })));
    return make('section', { id: 'in-words' }, make('h2', { textContent: 'In a few words' }),
      briefly.length ? make('div', { className: 'briefly' }, ...briefly) : null,
      parted.length ? list : make('p', { className: 'hint', textContent: 'They are alike in outline and differ in details, which stand below.' }),
      same ? make('p', { className: 'hint', textContent: same }) : null);
  }

  /* ---- the tables ---- */
  function table(chosen) {
    const rows = align(chosen);
    const of = wanted => rows.filter(r => r.kind === wanted);
    const notes = new Map();
    const reported = chosen.map(id => rulesets[id].reported).filter(Boolean).map(text => make('p', { className: 'hint', textContent: text }));
    const main = part(chosen, 'Where they differ', of('differs'), notes, 'In nothing that is told of both.');
    const rest = [
      folded(chosen, 'Not told of all', of('open'), notes, 'What is told of some does not differ; of the others nothing is told.'),
      folded(chosen, 'Where they agree', of('agrees'), notes, ''),
    ];
    const signs = Object.keys(SIGNS).filter(sign => rows.some(row => row.cells.some(c => c.by.some(by => by.startsWith(sign)))));
    const legend = make('p', { className: 'key', id: 'marks', hidden: !signs.length, textContent: `Marks of what a game shares: ${signs.map(sign => `${sign} ${SIGNS[sign]}`).join('; ')}.` });
    main.firstChild.after(legend);
    const list = make('ol', { className: 'compared-notes' }, ...[...notes].map(([note, n]) => {
      const li = make('li', { id: 'note-' + n }, make('b', { textContent: plain(note[0]) + '. ' }), note[1] + ' ', make('span', { className: 'from', textContent: note[2] }));
      return li;
    }));
    out.replaceChildren(...reported, inWords(chosen), beside, main, ...rest, ...spread(chosen), ...(notes.size ? [make('section', {}, make('h2', { textContent: 'Notes' }), list)] : []));
  }
  function spread(chosen) {
    const traditions = chosen.map(id => id.split('/')[0]).filter(id => TAROTREF.told[id].spread && TAROTREF.told[id].spread.some(([, text]) => text));
    if (!traditions.length) return [];
    const sides = traditions.map(id => TAROTREF.told[id].spread);
    const heads = traditions.map(id => make('th', { scope: 'col' }, make('a', { href: root + rulesets[id + '/main'].url, textContent: name(id + '/main').replace(/: shared rules$/, '') })));
    const body = make('tbody', {}, ...sides[0].map(([label], n) => make('tr', {}, make('th', { scope: 'row', textContent: label }), ...sides.map(side => make('td', { textContent: side[n][1] })))));
    const made = make('table', { className: 'comparison spread sticky-off' }, make('caption', { className: 'visually-hidden', textContent: 'How many games have which value' }), make('thead', {}, make('tr', {}, make('td'), ...heads)), body);
    made.style.setProperty('--n', traditions.length);
    return [make('section', {}, make('h2', { textContent: 'How many of their games have what' }), make('p', { className: 'hint', textContent: 'What is compared above is what all games of a tradition share. Its games have, by the main rules of each:' }), made)];
  }
  function heading(title, rows, tag) {
    return make(tag, {}, title + ' ', make('small', { className: 'same', textContent: String(rows.length) }));
  }
  function part(chosen, title, rows, notes, none) {
    return make('section', {}, heading(title, rows, 'h2'), rows.length ? grid(chosen, title, rows, notes) : make('p', { className: 'hint', textContent: none }));
  }
  function folded(chosen, title, rows, notes, hint) {
    const box = make('details', { className: 'compared-rest' }, make('summary', {}, heading(title, rows, 'h2')),
      hint ? make('p', { className: 'hint', textContent: hint }) : null, rows.length ? grid(chosen, title, rows, notes) : make('p', { className: 'hint', textContent: 'Nothing.' }));
    return box;
  }
  function cell(c, notes) {
    const absent = ['missing', 'unstated', 'not-recorded', 'not-applicable', 'none', 'agreed', 'as-taken', 'not-there'].includes(c.status);
    const mark = { missing: 'unread', 'not-recorded': 'unread', 'not-applicable': 'none', 'not-there': 'none' }[c.status] || c.status;
    const td = make('td', {}, make('span', { className: absent ? 'absent ' + mark : mark === 'computed' ? 'computed' : '', textContent: c.value || 'not recorded' }));
    if (c.status === 'not-reported') td.append(' ', make('small', { className: 'absent', textContent: 'not reported' }));
    const marks = make('sup');
    c.notes.forEach(note => {
      if (!notes.has(note)) notes.set(note, notes.size + 1);
      const a = make('a', { href: '#note-' + notes.get(note), textContent: notes.get(note) });
      a.setAttribute('aria-label', `note ${notes.get(note)}, ${note[0]}`);
      marks.append(marks.firstChild ? ', ' : '', a);
    });
    if (marks.firstChild) td.append(marks);
    const by = c.by.filter(Boolean).join('; ');
    if (by in SIGNS && c.status !== 'presumed') td.append(' ', make('a', { className: 'shared', href: '#marks', textContent: by, title: SIGNS[by] }));
    else if (by) td.append(' ', make('span', { className: 'from', textContent: by + (c.status === 'presumed' ? ' (presumed)' : '') }));
    return td;
  }
  function grid(chosen, title, rows, notes) {
    const heads = chosen.map(id => make('th', { scope: 'col' }, make('a', { href: root + rulesets[id].url, textContent: name(id) })));
    const body = make('tbody');
    let group = null;
    rows.forEach(row => {
      if (row.group !== group) {
        group = row.group;
        body.append(make('tr', { className: 'group' }, make('th', { colSpan: chosen.length + 1, scope: 'colgroup', textContent: group })));
      }
      const most = row.cells.find(c => row.cells.filter(d => d.value === c.value).length > row.cells.length / 2);
      body.append(make('tr', {}, make('th', { scope: 'row', textContent: row.label }), ...row.cells.map(c => {
        const td = cell(c, notes);
        if (row.kind === 'differs' && chosen.length > 2 && most && c.value !== most.value) td.className = 'differs';
        return td;
      })));
    });
    const made = make('table', { className: 'comparison sticky-off' }, make('caption', { className: 'visually-hidden', textContent: title }),
      make('thead', {}, make('tr', {}, make('td'), ...heads)), body);
    made.style.setProperty('--n', chosen.length);
    return made;
  }

  /* ---- the address ---- */
  function read() {
    const want = (new URLSearchParams(location.search).get('ids') || '').split(',').map(s => s.trim()).filter(Boolean);
    unknown = want.filter(id => !full(id));
    ids = Array.from(new Set(want.map(full).filter(Boolean))).slice(0, MAX);
    draw(false);
  }
  load('rulesets').then(() => {
    ({ sections, rulesets } = TAROTREF.compared);
    order = Object.keys(sections);
    all = Object.keys(rulesets).map(id => ({ id, text: name(id), key: fold(name(id) + ' ' + rulesets[id].words), title: fold(name(id)).split(/[\s,]+/) }));
    all.sort((a, b) => new Intl.Collator('en', { numeric: true }).compare(a.id, b.id));
    home.replaceChildren(picker, say, lost, chosen, beside, out);
    addEventListener('popstate', read);
    read();
  }, () => home.replaceChildren(make('p', { className: 'hint', textContent: 'The list of games could not be read.' })));
})();
