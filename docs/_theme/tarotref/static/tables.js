/* Tables that sort and filter, with the state in the address: ?q=permesso&players=3&sort=-cards

   <form class="filters" data-for="ID">     any number of <select name=KEY>, and <input type=search name=q>
   <p class="result-count" data-for="ID">   "12 of 250 games" (data-noun="game games")
   <table class="sortable" id="ID">         a filter KEY looks at the row's data-KEY, a list of words between spaces;
                                            a cell sorts by its data-sort, or its text; <th data-key> names it in ?sort=
   A select with no choice but "any" is filled from the rows; data-labels='{"word": "What to show"}' names the words.
   Without JavaScript the table is whole and the form is hidden. */
(function () {
  'use strict';
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const fold = text => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/ß/g, 'ss').replace(/ł/g, 'l');
  const params = () => new URLSearchParams(location.search);
  const figure = number => number.toLocaleString('en');

  document.querySelectorAll('table.sortable').forEach(table => {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows);
    const forms = table.id ? Array.from(document.querySelectorAll('form.filters[data-for="' + table.id + '"]')) : [];
    const count = table.id ? document.querySelector('.result-count[data-for="' + table.id + '"]') : null;
    const fields = forms.flatMap(f => Array.from(f.elements)).filter(e => e.name);
    const texts = rows.map(row => fold(row.textContent + ' ' + (row.dataset.words || '')));
    const words = (row, key) => (row.dataset[key] || '').split(/\s+/).filter(Boolean);
    const heads = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
    let sort = '';

    /* ---- sorting ---- */
    const keyOf = th => th.dataset.key || fold(th.textContent.trim()).replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
    heads.forEach(th => {
      if (th.dataset.sort === 'no' || !th.textContent.trim()) return;
      th.dataset.key = keyOf(th);
      th.scope = 'col';
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...th.childNodes);
      th.append(button);
      button.addEventListener('click', () => {
        const key = th.dataset.key;
        sort = sort === key ? '-' + key : sort === '-' + key ? '' : key;
        order();
        save();
      });
    });
    const value = (row, i) => {
      const cell = row.cells[i];
      if (!cell) return '';
      return 'sort' in cell.dataset ? cell.dataset.sort : cell.textContent.trim();
    };
    function order() {
      const key = sort.replace(/^-/, '');
      const down = sort.startsWith('-');
      const column = heads.findIndex(th => th.dataset.key === key);
      heads.forEach((th, i) => {
        if (i === column) th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        else th.removeAttribute('aria-sort');
      });
      let list = rows;
      if (column >= 0) {
        list = rows.map((row, n) => ({ row, n, v: value(row, column) })).sort((a, b) => {
          if (!a.v !== !b.v) return a.v ? -1 : 1;                 // empty cells last, whichever way
          return (down ? -1 : 1) * collator.compare(a.v, b.v) || a.n - b.n;
        }).map(x => x.row);
      }
      body.append(...list);
    }

    /* ---- filtering ---- */
    fields.filter(e => e.tagName === 'SELECT' && e.options.length < 2).forEach(select => {
      const names = JSON.parse(select.dataset.labels || '{}');
      const found = new Map();
      rows.forEach(row => words(row, select.name).forEach(w => found.set(w, (found.get(w) || 0) + 1)));
      const rank = Object.keys(names);
      const place = w => rank.indexOf(w) < 0 ? rank.length : rank.indexOf(w);
      Array.from(found.keys()).sort((a, b) => place(a) - place(b) || collator.compare(a, b)).forEach(w => {
        select.add(new Option((names[w] || w.replace(/-/g, ' ')) + ' (' + found.get(w) + ')', w));
      });
    });
    function filter() {
      const set = fields.filter(e => e.value !== '');
      const needles = set.filter(e => e.name === 'q').flatMap(e => fold(e.value).split(/\s+/).filter(Boolean));
      const picks = set.filter(e => e.name !== 'q');
      let shown = 0;
      rows.forEach((row, i) => {
        const ok = picks.every(e => words(row, e.name).includes(e.value)) && needles.every(n => texts[i].includes(n));
        row.hidden = !ok;
        if (ok) shown += 1;
      });
      fields.forEach(e => e.classList.toggle('set', e.value !== ''));
      if (count) {
        const noun = (count.dataset.noun || 'row rows').split(' ');
        count.textContent = (shown === rows.length ? '' : figure(shown) + ' of ') + figure(rows.length) + ' ' + noun[rows.length === 1 ? 0 : 1]
          + (shown ? '' : '. Nothing fits all the choices: take one away.');
      }
      forms.forEach(f => f.querySelectorAll('[type=reset]').forEach(b => { b.hidden = !set.length; }));
    }

    /* ---- the address ---- */
    function save() {
      const p = params();
      fields.forEach(e => e.value === '' ? p.delete(e.name) : p.set(e.name, e.value));
      if (sort) p.set('sort', sort); else p.delete('sort');
      const query = p.toString();
      history.replaceState(null, '', (query ? '?' + query : location.pathname) + location.hash);
    }
    function load() {
      const p = params();
      fields.forEach(e => {
        const v = p.get(e.name) || '';
        e.value = e.tagName === 'SELECT' && !Array.from(e.options).some(o => o.value === v) ? '' : v;
      });
      sort = p.get('sort') || '';
      filter();
      order();
    }
    forms.forEach(f => {
      f.addEventListener('submit', e => e.preventDefault());
      f.addEventListener('input', () => { filter(); save(); });
      f.addEventListener('reset', () => setTimeout(() => { filter(); save(); }));
    });
    if (count) count.setAttribute('role', 'status');
    addEventListener('popstate', load);
    load();
  });
})();
