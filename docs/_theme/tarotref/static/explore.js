/* A long list to choose from: choices that count what is left after the others, free text, columns to sort by, the table as CSV.
   The data are loaded by this script: _static/explore-data.js, or what #explore-app has as data-of.
   All games: a row a game, whose other rulesets unfold, with columns one chooses; the rows are made here.
   All evidence: a row a piece, which stands on the page already under the piece's id; its claims are chosen like rulesets.
   The address has it all: ?players=3&q=permesso&sort=-pack_cards&cols=players,fool&all=1 */
(function () {
  'use strict';
  const home = document.getElementById('explore-app');
  const table = document.querySelector('table.explored');
  if (!home || !table) return;
  const root = document.documentElement.dataset.content_root || './';
  const here = document.currentScript.src;
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const fold = text => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/ß/g, 'ss').replace(/ł/g, 'l');
  const APOSTROPHES = /['’‘ʼ`´]/g;
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids.filter(k => k !== null && k !== undefined));
    return e;
  };

  function start(data) {
    const there = !data.columns;                         // the rows stand on the page already
    const noun = data.noun || ['game', 'games'];
    const heads = there ? Array.from(table.tHead.rows[0].cells, cell => cell.textContent) : ['Game'];
    if (there) Object.assign(data, { columns: heads.slice(1).map(h => ({ name: h.toLowerCase(), label: h })), first: [] });
    const begins = heads[0].toLowerCase();               // the first column, by which the list is ordered already
    const columns = new Map(data.columns.map((c, n) => [c.name, Object.assign(c, { n })]));
    const games = data.games;
    let total = 0;
    games.forEach((g, n) => {
      g.n = n;
      total += g.rulesets.length;
      if (there) {
        g.row = document.getElementById(g.id);
        g.rulesets.forEach(r => { r.of = g.of.concat(r.of); });
      }
      const all = fold(there ? g.row.textContent : [g.id, g.key, g.title, g.words, ...g.rulesets.map(r => r.key + ' ' + r.whose)].join(' '));
      g.text = all.replace(APOSTROPHES, '') + ' ' + all.replace(/['’‘ʼ`´-]/g, ' ');
      g.rulesets.forEach(r => { r.game = g; });
    });
    const rulesets = games.flatMap(g => g.rulesets);
    const unfolded = new Set();
    let sort = '';
    let cols = data.first.slice();

    /* ---- the choices ---- */
    const q = make('input', { type: 'search', name: 'q', placeholder: data.find || 'name, place or number', autocomplete: 'off' });
    const selects = data.facets.map(f => make('select', { name: f.name }, new Option('any', '')));
    data.facets.forEach((f, n) => f.order.forEach(v => selects[n].add(new Option(f.values[v][1], f.values[v][0]))));
    const clear = make('button', { type: 'reset', textContent: 'Clear', hidden: true });
    const boxes = data.columns.map(c => make('input', { type: 'checkbox', value: c.name }));
    const every = make('input', { type: 'checkbox', name: 'all' });
    const csv = make('button', { type: 'button', textContent: 'Save as CSV' });
    const form = make('form', { className: 'filters' }, make('label', { className: 'free' }, 'Find', q),
      ...data.facets.map((f, n) => make('label', {}, f.label, selects[n])), clear);
    form.setAttribute('role', 'search');
    form.setAttribute('aria-label', 'Choose from the list');
    const count = make('p', { className: 'result-count' });
    count.setAttribute('role', 'status');
    const chooser = make('details', { className: 'columns' }, make('summary', { textContent: 'Columns' }),
      make('div', {}, ...data.columns.map((c, n) => make('label', {}, boxes[n], ' ' + c.label))));
    const tools = there ? [csv] : [chooser, make('label', {}, every, ' Unfold all games'), csv];
    home.append(form, count, make('div', { className: 'explore-tools' }, ...tools));

    const place = data.facets.map(f => new Map(f.values.map(([value], n) => [value, n])));
    const needles = () => fold(q.value).replace(APOSTROPHES, '').split(/\s+/).filter(Boolean);
    const picks = () => selects.map((s, n) => s.value === '' ? -1 : place[n].get(s.value));
    const fits = (r, wanted, but) => wanted.every((v, n) => v < 0 || n === but || r.of[n].includes(v));

    function find() {
      const words = needles();
      const wanted = picks();
      const named = new Set(games.filter(g => words.every(w => g.text.includes(w))));
      const open = rulesets.filter(r => named.has(r.game));
      selects.forEach((select, n) => {                   // how many games each choice would leave
        const left = data.facets[n].values.map(() => new Set());
        open.forEach(r => { if (fits(r, wanted, n)) r.of[n].forEach(v => left[v].add(r.game)); });
        Array.from(select.options).slice(1).forEach(o => {
          const v = place[n].get(o.value);
          o.textContent = `${data.facets[n].values[v][1]} (${left[v].size})`;
          o.disabled = !left[v].size && o.value !== select.value;
        });
        select.classList.toggle('set', select.value !== '');
      });
      q.classList.toggle('set', q.value !== '');
      clear.hidden = !words.length && wanted.every(v => v < 0);
      const fit = new Set(open.filter(r => fits(r, wanted, -1)));
      return { fit, shown: games.filter(g => g.rulesets.some(r => fit.has(r))), chosen: wanted.some(v => v >= 0) };
    }

    /* ---- the table ---- */
    const cellOf = (r, name) => { const c = columns.get(name); return c.texts[r.cells[c.n]]; };
    const lead = (g, fit) => g.rulesets.find(r => fit.has(r)) || g.rulesets[0];
    const key = (g, name, fit) => {
      if (there) return g.row.cells[columns.get(name).n + 1].textContent.trim() || null;
      const [text, by, absent] = cellOf(lead(g, fit), name);
      return absent ? null : by === '' ? text : by;
    };
    function ordered(list, fit) {
      const name = sort.replace(/^-/, '');
      if (!columns.has(name)) return sort === '-' + begins ? list.slice().reverse() : list;
      const down = sort.startsWith('-') ? -1 : 1;
      return list.map(g => ({ g, k: key(g, name, fit) })).sort((a, b) => {
        if (a.k === null || b.k === null) return (a.k === null) - (b.k === null) || a.g.n - b.g.n;   // without a value last, whichever way
        return down * (typeof a.k === 'number' && typeof b.k === 'number' ? a.k - b.k : collator.compare(a.k, b.k)) || a.g.n - b.g.n;
      }).map(x => x.g);
    }
    function cells(r) {
      return cols.map(name => {
        const c = columns.get(name);
        const [text, , absent] = cellOf(r, name);
        const td = make('td', { className: c.num ? 'num' : '' }, absent ? make('span', { className: 'absent', textContent: text }) : text);
        td.dataset.label = c.label;
        return td;
      });
    }
    function head(name, label, num) {
      const button = make('button', { type: 'button', textContent: label });
      const th = make('th', { scope: 'col', className: num ? 'num' : '' }, button);
      if (sort.replace(/^-/, '') === name) th.setAttribute('aria-sort', sort.startsWith('-') ? 'descending' : 'ascending');
      button.addEventListener('click', () => {
        sort = sort === name ? '-' + name : sort === '-' + name ? '' : name;
        draw(true);
        Array.from(table.tHead.querySelectorAll('button')).find(b => b.textContent === label).focus();
      });
      return th;
    }
    let last = { list: [], fit: new Set() };
    function draw(save) {
      const { fit, shown, chosen } = find();
      const list = ordered(shown, fit);
      last = { list, fit };
      const told = there ? Array.from(columns.keys()) : cols;
      table.tHead.replaceChildren(make('tr', {}, head(begins, heads[0], false), ...told.map(n => head(n, columns.get(n).label, columns.get(n).num))));
      const rows = [];
      list.forEach(g => {
        if (there) return rows.push(g.row);
        const open = every.checked || unfolded.has(g.id);
        const first = lead(g, fit);
        const th = make('th', { scope: 'row' }, make('a', { href: root + g.url, textContent: g.title }));
        th.firstChild.prepend(make('span', { className: 'dm', textContent: g.id + ' ' }));
        if (first.whose) th.append(make('span', { className: 'use', textContent: ' ' + first.whose }));
        const others = g.rulesets.filter(r => r !== first);
        if (others.length) {
          const also = chosen && others.some(r => fit.has(r)) ? `, ${others.filter(r => fit.has(r)).length} fit` : '';
          const button = make('button', { type: 'button', className: 'unfold', textContent: (open ? '− ' : '+ ') + others.length + also });
          button.setAttribute('aria-expanded', String(open));
          button.setAttribute('aria-label', `${g.id} ${g.title}: ${open ? 'fold' : 'unfold'} ${others.length} other ${others.length === 1 ? 'version' : 'versions'}${also}`);
          button.disabled = every.checked;
          button.addEventListener('click', () => {
            if (!unfolded.delete(g.id)) unfolded.add(g.id);
            draw(false);
            const again = Array.from(table.querySelectorAll('.unfold')).find(b => b.closest('tr').dataset.game === g.id);
            if (again) again.focus();
          });
          th.append(button);
        }
        const tr = make('tr', {}, th, ...cells(first));
        tr.dataset.game = g.id;
        rows.push(tr);
        if (open) others.forEach(r => rows.push(make('tr', { className: 'other' + (fit.has(r) ? '' : ' unfit') },
          make('th', { scope: 'row' }, r.whose || 'main rules'), ...cells(r))));
      });
      table.tBodies[0].replaceChildren(...rows);
      count.textContent = (list.length === games.length ? '' : list.length + ' of ') + `${games.length} ${noun[games.length === 1 ? 0 : 1]}`
        + (list.length && there ? '' : list.length ? `, with ${list.length === games.length && fit.size === total ? total : fit.size + ' of ' + total} versions` : '. Nothing fits all the choices: take one away.');
      boxes.forEach(b => { b.checked = cols.includes(b.value); });
      if (save) keep();
    }

    /* ---- the address ---- */
    function keep() {
      const p = new URLSearchParams();
      [q, ...selects].forEach(e => { if (e.value !== '') p.set(e.name, e.value); });
      if (sort) p.set('sort', sort);
      if (cols.join() !== data.first.join()) p.set('cols', cols.join(','));
      if (every.checked) p.set('all', '1');
      const query = p.toString().replace(/%2C/g, ',');
      history.replaceState(null, '', (query ? '?' + query : location.pathname) + location.hash);
    }
    function load() {
      const p = new URLSearchParams(location.search);
      q.value = p.get('q') || '';
      selects.forEach(s => { s.value = Array.from(s.options).some(o => o.value === p.get(s.name)) ? p.get(s.name) : ''; });
      sort = p.get('sort') || '';
      cols = p.has('cols') ? p.get('cols').split(',').filter(c => columns.has(c)) : data.first.slice();
      every.checked = p.get('all') === '1';
      draw(false);
    }
    form.addEventListener('submit', e => e.preventDefault());
    form.addEventListener('input', () => draw(true));
    form.addEventListener('reset', () => setTimeout(() => { draw(true); q.focus(); }));
    every.addEventListener('change', () => draw(true));
    chooser.addEventListener('change', () => {
      const chosen = boxes.filter(b => b.checked).map(b => b.value);
      cols = cols.filter(c => chosen.includes(c)).concat(chosen.filter(c => !cols.includes(c)));
      draw(true);
    });

    /* ---- what is shown, as CSV ---- */
    const quoted = text => /[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    function asCsv() {
      const lines = [there ? ['id', ...heads] : ['id', 'game', 'ruleset', ...cols.map(c => columns.get(c).label)]];
      last.list.forEach(g => {
        if (there) return lines.push([g.id, ...Array.from(g.row.cells, cell => cell.textContent.trim())]);
        const first = lead(g, last.fit);
        const shown = every.checked || unfolded.has(g.id) ? [first, ...g.rulesets.filter(r => r !== first)] : [first];
        shown.forEach(r => lines.push([g.key, g.title, r.key, ...cols.map(c => cellOf(r, c)[0])]));
      });
      return lines.map(l => l.map(quoted).join(',') + '\r\n').join('');
    }
    csv.addEventListener('click', () => {
      const url = URL.createObjectURL(new Blob(['\ufeff' + asCsv()], { type: 'text/csv;charset=utf-8' }));
      const a = make('a', { href: url, download: data.file || 'tarotref-games.csv' });
      document.body.append(a);
      a.click();
      a.remove();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    });
    addEventListener('popstate', load);
    load();
    const meant = there && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (meant) meant.scrollIntoView();                   // the choices have pushed it down
  }

  const script = make('script', { src: here.replace(/explore\.js.*$/, home.dataset.of || 'explore-data.js') });
  script.onload = () => start(window.TAROTREF.explored);
  script.onerror = () => home.append(make('p', { className: 'hint', textContent: 'The choices could not be loaded; this is the whole list.' }));
  document.head.append(script);
})();
