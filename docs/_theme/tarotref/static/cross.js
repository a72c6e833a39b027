/* Two features crossed: ?rows=fool&columns=counted-by&count=all&cell=excuse,threes

   Reads _static/cross-data.js, made by tarotref/pages/lists/cross.py of the columns of tarotref/computed/crossing.py: each with
   its values as [id, words, whether anything is told], and of each ruleset the places of its values. `cross` below counts
   them as `crossed` does there; a test holds the two together. The page has <div id="cross-app"> and, for readers without
   scripts, <div id="cross-plain">. */
(function () {
  'use strict';
  const home = document.getElementById('cross-app');
  const before = document.getElementById('cross-plain');
  if (!home) return;
  const root = document.documentElement.dataset.content_root || './';
  const here = document.currentScript.src;
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids.filter(k => k !== null && k !== undefined));
    return e;
  };
  const inAddress = name => name.replace(/_/g, '-');
  const ALL = '\t';

  function start({ axes, games, first }) {
    const byName = new Map(axes.map((a, n) => [inAddress(a.name), Object.assign(a, { n })]));
    const rulesets = games.flatMap(game => game.rulesets.map(([key, kind, whose, of]) => ({ game, key, kind, whose, of })));
    const state = { rows: '', columns: '', count: 'main', cell: '' };

    /* ---- what crossing.py does ---- */
    const values = (r, axis) => [].concat(r.of[axis.n]);
    function cross(rows, columns, counted) {
      const found = new Map();
      const put = (pair, r) => { if (!found.has(pair)) found.set(pair, []); found.get(pair).push(r); };
      counted.forEach(r => {
        values(r, rows).forEach(i => { values(r, columns).forEach(j => put(i + ',' + j, r)); put(i + ',', r); });
        values(r, columns).forEach(j => put(',' + j, r));
      });
      const seen = (axis, key) => axis.values.map((v, n) => ({ id: v[0], words: v[1], told: v[2], n })).filter(v => found.has(key(v.n)));
      return { found, rows: seen(rows, n => n + ','), columns: seen(columns, n => ',' + n), total: counted };
    }

    /* ---- the choices ---- */
    const groups = [...new Set(axes.map(a => a.group))];
    const choose = (name, text) => {
      const select = make('select', { name }, ...groups.map(group => make('optgroup', { label: group },
        ...axes.filter(a => a.group === group).map(a => new Option(a.label, inAddress(a.name))))));
      return [select, make('label', {}, text, select)];
    };
    const [rowsOf, rowsLabel] = choose('rows', 'Rows');
    const [columnsOf, columnsLabel] = choose('columns', 'Columns');
    const count = make('select', { name: 'count' }, new Option('games, by their main rules', 'main'), new Option('all versions', 'all'));
    const swap = make('button', { type: 'button', textContent: 'Swap rows and columns' });
    const form = make('form', {}, rowsLabel, columnsLabel, make('label', {}, 'Count', count), swap);
    const say = make('p', { className: 'result-count' });
    const frame = make('div', { className: 'scroller' });
    const shown = make('section', { className: 'crossed-games', hidden: true });
    const csv = make('button', { type: 'button', textContent: 'Save the numbers as CSV' });
    const csvGames = make('button', { type: 'button', textContent: 'Save the games as CSV' });
    say.setAttribute('role', 'status');
    home.append(form, say, frame, shown, make('div', { className: 'crossed-tools' }, csv, csvGames));
    if (before) before.remove();
    let last;

    function draw() {
      const rows = byName.get(state.rows);
      const columns = byName.get(state.columns);
      rowsOf.value = state.rows;
      columnsOf.value = state.columns;
      count.value = state.count;
      const counted = state.count === 'all' ? rulesets : rulesets.filter(r => r.kind === 'main');
      const made = last = cross(rows, columns, counted);
      const number = (i, j, row) => {
        const list = made.found.get(i.n + ',' + j.n) || [];
        const td = make('td', {});
        if (!list.length) return td;
        td.dataset.label = j.words;
        td.style.setProperty('--s', (list.length / row).toFixed(3));
        const button = make('button', { type: 'button', textContent: list.length });
        button.setAttribute('aria-label', `${list.length}: ${i.words}, ${j.words}`);
        button.setAttribute('aria-pressed', 'false');
        button.dataset.cell = i.id + ALL + j.id;
        button.addEventListener('click', () => { state.cell = state.cell === button.dataset.cell ? '' : button.dataset.cell; keep(); open(true); });
        td.append(button);
        return td;
      };
      const sum = (list, label) => {
        const td = make('td', { className: 'sum', textContent: list.length });
        td.dataset.label = label;
        return td;
      };
      const head = (v, scope) => make('th', { scope, className: (v.told ? '' : 'silent') + (v.words.length > 14 ? ' long' : ''), textContent: v.words });
      frame.replaceChildren(make('table', { className: 'crossed', id: 'cross-table' },
        make('caption', { className: 'visually-hidden', textContent: `${rows.label} by ${columns.label}` }),
        make('thead', {}, make('tr', {}, make('th', { scope: 'col', textContent: `${rows.label} \\ ${columns.label}` }), ...made.columns.map(v => head(v, 'col')), make('th', { scope: 'col', className: 'sum', textContent: 'all' }))),
        make('tbody', {}, ...made.rows.map(i => {
          const all = made.found.get(i.n + ',');
          return make('tr', {}, head(i, 'row'), ...made.columns.map(j => number(i, j, all.length)), sum(all, 'all'));
        })),
        make('tfoot', {}, make('tr', {}, make('th', { scope: 'row', className: 'sum', textContent: 'all' }), ...made.columns.map(j => sum(made.found.get(',' + j.n), j.words)), sum(made.total, 'all')))));
      const told = new Set(made.rows.filter(i => i.told).flatMap(i => made.columns.filter(j => j.told).flatMap(j => made.found.get(i.n + ',' + j.n) || [])));
      const noun = state.count === 'all' ? 'versions' : 'games';
      say.textContent = `Both are told of ${told.size} of ${made.total.length} ${noun}.`;
      open(false);
    }
    function open(focus) {
      const [one, other] = state.cell.split(ALL);
      const i = last.rows.find(v => v.id === one);
      const j = last.columns.find(v => v.id === other);
      const list = i && j && last.found.get(i.n + ',' + j.n);
      home.querySelectorAll('[data-cell]').forEach(b => b.setAttribute('aria-pressed', String(b.dataset.cell === state.cell)));
      shown.hidden = !list;
      if (!list) return;
      const title = make('h2', { tabIndex: -1, textContent: `${byName.get(state.rows).label}: ${i.words}. ${byName.get(state.columns).label}: ${j.words}. ` },
        make('small', { className: 'same', textContent: String(list.length) }));
      shown.replaceChildren(title, make('ul', {}, ...list.map(r => make('li', {},
        make('a', { href: root + r.game.url + (r.kind === 'main' ? '' : `#${r.kind}-${r.key}`), textContent: `${r.game.id} ${r.game.title}` }), r.whose ? make('small', { textContent: ' ' + r.whose }) : null))));
      if (focus) { title.focus({ preventScroll: true }); shown.scrollIntoView({ block: 'nearest' }); }
    }

    /* ---- the address ---- */
    function keep() {
      const p = new URLSearchParams();
      p.set('rows', state.rows);
      p.set('columns', state.columns);
      if (state.count === 'all') p.set('count', 'all');
      if (state.cell) p.set('cell', state.cell.replace(ALL, ','));
      history.replaceState(null, '', '?' + p.toString().replace(/%2C/g, ','));
    }
    function read() {
      const p = new URLSearchParams(location.search);
      const of = (name, other) => [inAddress(p.get(name) || ''), inAddress(other)].find(n => byName.has(n));
      state.rows = of('rows', first[0]);
      state.columns = of('columns', first[1]);
      state.count = p.get('count') === 'all' ? 'all' : 'main';
      const pairs = last => last.rows.flatMap(i => last.columns.map(j => i.id + ALL + j.id));
      state.cell = '';
      draw();
      state.cell = pairs(last).find(pair => pair.replace(ALL, ',') === p.get('cell')) || '';
      open(false);
    }
    form.addEventListener('submit', e => e.preventDefault());
    form.addEventListener('input', () => {
      Object.assign(state, { rows: rowsOf.value, columns: columnsOf.value, count: count.value, cell: '' });
      keep();
      draw();
    });
    swap.addEventListener('click', () => {
      Object.assign(state, { rows: state.columns, columns: state.rows, cell: state.cell.split(ALL).reverse().join(ALL) });
      keep();
      draw();
    });
    addEventListener('popstate', read);

    /* ---- as CSV, with the values as the tables have them ---- */
    const quoted = text => /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : String(text);
    function save(lines, name) {
      const text = lines.map(l => l.map(quoted).join(',') + '\r\n').join('');
      const url = URL.createObjectURL(new Blob(['\ufeff' + text], { type: 'text/csv;charset=utf-8' }));
      const a = make('a', { href: url, download: `tarotref-${name}-${state.rows}-by-${state.columns}.csv` });
      document.body.append(a);
      a.click();
      a.remove();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    }
    csv.addEventListener('click', () => save([
      [byName.get(state.rows).name, ...last.columns.map(j => j.id)],
      ...last.rows.map(i => [i.id, ...last.columns.map(j => String((last.found.get(i.n + ',' + j.n) || []).length))]),
    ], 'numbers'));
    csvGames.addEventListener('click', () => save([
      ['game', 'ruleset', 'title', byName.get(state.rows).name, byName.get(state.columns).name],
      ...last.rows.flatMap(i => last.columns.flatMap(j => (last.found.get(i.n + ',' + j.n) || []).map(r => [r.game.key, r.key, r.game.title, i.id, j.id]))),
    ], 'games'));
    read();
  }

  const script = make('script', { src: here.replace(/cross\.js.*$/, 'cross-data.js') });
  script.onload = () => start(window.TAROTREF.crossed);
  script.onerror = () => home.append(make('p', { className: 'hint', textContent: 'The choices could not be loaded; this is one crossing.' }));
  document.head.append(script);
})();
