/* Compare two to five rulesets: ?ids=8.11,8.13/PE-1787  (an id without a part means its main ruleset).

   Needs a global made by a script that comes before:
   TAROTREF.rulesets = {
     columns: [{name, label, group, description, values: {id: label}}, ...],     group and values may be left out
     rows: {"8.11/main": {title, game, ruleset, url, CELL, ...}, ...}            url from the root of the site
   }
   CELL: text, number, true/false; a list; null where nobody has looked; {status: "unstated"|"none"|"agreed"|"as-taken"};
   or {value, status: "computed"|"presumed"|"not-reported"}. A row's `reported` says how much of its rules the source reports.
   The page has <div id="compare-app"><noscript>...</noscript></div>; data-max changes the five. */
(function () {
  'use strict';
  const home = document.getElementById('compare-app');
  const data = (window.TAROTREF || {}).rulesets;
  if (!home || !data) return;
  const MAX = Number(home.dataset.max || 5);
  const root = document.documentElement.dataset.content_root || './';
  const fold = t => String(t).normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids.filter(k => k !== null && k !== undefined));
    return e;
  };
  const full = id => id in data.rows ? id : id + '/main' in data.rows ? id + '/main' : null;
  const short = id => id.replace(/\/main$/, '');
  const name = id => {
    const r = data.rows[id];
    return (r.game || short(id)) + ' ' + r.title + (r.ruleset && r.ruleset !== 'main' ? ', ' + (r.ruleset_title || r.ruleset) : '');
  };
  const all = Object.keys(data.rows).map(id => ({ id, text: name(id), key: fold(name(id) + ' ' + (data.rows[id].words || '')) }));
  all.sort((a, b) => new Intl.Collator('en', { numeric: true }).compare(a.id, b.id));
  let ids = [];

  /* ---- cells ---- */
  const status = c => c === null || c === undefined || c === '' ? 'unread' : typeof c === 'object' && !Array.isArray(c) && !('value' in c) ? c.status : '';
  const bare = c => c && typeof c === 'object' && !Array.isArray(c) && 'value' in c ? c.value : c;
  const words = (c, column) => {
    const v = bare(c);
    const say = x => x === true ? 'yes' : x === false ? 'no' : String((column.values || {})[x] || x);
    return Array.isArray(v) ? v.map(say).join(', ') : say(v);
  };
  const same = (a, b) => JSON.stringify([status(a), status(a) ? 0 : bare(a)]) === JSON.stringify([status(b), status(b) ? 0 : bare(b)]);
  const SAID = { unread: 'not recorded', unstated: 'unstated', none: 'none', agreed: 'agreed by the players', 'as-taken': 'follows from play', 'not-reported': 'not reported' };
  const cell = (c, column) => {
    const s = status(c);
    if (s) return make('span', { className: 'absent ' + s, textContent: SAID[s] || s });
    const span = make('span', { textContent: words(c, column) });
    if (c && c.status) span.className = c.status;
    if (c && c.status === 'not-reported') span.append(' ', make('small', { className: 'absent', textContent: SAID[c.status] }));
    return span;
  };

  /* ---- the picker: an editable combobox with a list ---- */
  const input = make('input', { type: 'text', id: 'compare-add', autocomplete: 'off', placeholder: 'Number, name or place' });
  const list = make('ul', { id: 'compare-list', hidden: true });
  const label = make('label', { htmlFor: 'compare-add', textContent: 'Add a game or ruleset' });
  const picker = make('div', { className: 'picker' }, label, input, list);
  const say = make('p', { className: 'result-count' });
  const chosen = make('ul', { className: 'chosen' });
  const out = make('div');
  Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'compare-list' }).forEach(([k, v]) => input.setAttribute(k, v));
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Rulesets');
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
    found.sort((a, b) => (b.key.startsWith(needles[0]) - a.key.startsWith(needles[0])));
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
  function draw(save) {
    if (save) {
      const p = new URLSearchParams(location.search);
      if (ids.length) p.set('ids', ids.map(short).join(',')); else p.delete('ids');
      const query = p.toString().replace(/%2C/g, ',').replace(/%2F/g, '/');
      history.replaceState(null, '', query ? '?' + query : location.pathname);
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
    out.replaceChildren();
    if (ids.length < 2) {
      out.append(make('p', { className: 'hint', textContent: ids.length ? 'Add at least one more.' : 'Choose two to five. The address of the page then keeps the choice.' }));
      return;
    }
    out.append(...ids.map(id => data.rows[id].reported).filter(Boolean).map(text => make('p', { className: 'hint', textContent: text })));
    const differ = [];
    const agree = [];
    data.columns.forEach(column => {
      const cells = ids.map(id => data.rows[id][column.name]);
      if (cells.every(c => status(c) === 'unread')) return;
      (cells.every(c => same(c, cells[0])) ? agree : differ).push({ column, cells });
    });
    out.append(section('Where they differ', differ, true), section('Where they agree', agree, false));
  }
  function head(column) {
    const th = make('th', { scope: 'row', textContent: column.label || column.name });
    if (column.description) th.title = column.description;
    return th;
  }
  function section(title, lines, wide) {
    const h = make('h2', { textContent: title + ' ' }, make('small', { className: 'same', textContent: String(lines.length) }));
    if (!lines.length) return make('section', {}, h, make('p', { className: 'hint', textContent: wide ? 'In nothing that is recorded for both.' : 'In nothing.' }));
    const names = ids.map(id => {
      const r = data.rows[id];
      const a = make('a', { href: r.url ? root + r.url : '#', textContent: name(id) });
      return make('th', { scope: 'col' }, a);
    });
    const body = make('tbody');
    let group = null;
    lines.forEach(({ column, cells }) => {
      if (column.group && column.group !== group) {
        group = column.group;
        body.append(make('tr', { className: 'group' }, make('th', { colSpan: wide ? ids.length + 1 : 2, scope: 'colgroup', textContent: group })));
      }
      const shown = wide ? cells : cells.slice(0, 1);
      const most = shown.find(c => shown.filter(d => same(c, d)).length > shown.length / 2);
      body.append(make('tr', {}, head(column), ...shown.map(c => {
        const td = make('td', {}, cell(c, column));
        if (wide && ids.length > 2 && most !== undefined && !same(c, most)) td.className = 'differs';
        return td;
      })));
    });
    const table = make('table', { className: wide ? 'comparison sticky-off' : 'comparison agreed sticky-off' });
    table.style.setProperty('--n', wide ? ids.length : 1);
    if (wide) table.append(make('thead', {}, make('tr', {}, make('th', { textContent: '' }), ...names)));
    table.append(body);
    return make('section', {}, h, table);
  }
  function load() {
    const want = (new URLSearchParams(location.search).get('ids') || '').split(',').map(s => full(s.trim())).filter(Boolean);
    ids = Array.from(new Set(want)).slice(0, MAX);
    draw(false);
  }
  home.replaceChildren(picker, say, chosen, out);
  addEventListener('popstate', load);
  load();
})();
