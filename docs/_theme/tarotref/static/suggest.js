/* Every field for search: names are suggested while one types. site.js loads this when a field is first used, and search/names.js,
   all that has a name, is loaded then; tarotref/sphinxext/named.py says what is in it. What both this and the search page need
   (taking texts apart, loading, likeness of words) stands in TAROTREF_SEARCH. */
(function () {
  'use strict';
  const root = document.documentElement.dataset.content_root || './';
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids.filter(k => k));
    return e;
  };

  /* ---- words ---- */
  const LETTERS = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };
  const fold = t => t.toLowerCase().replace(/[ßøłđæœ]/g, c => LETTERS[c]).normalize('NFKD').replace(/\p{M}/gu, '');
  function tokens(text) {
    return (text.match(/[\p{L}\p{N}]+(?:['’.\-][\p{L}\p{N}]+)*/gu) || []).flatMap(token => {
      token = fold(token);
      if (/^[a-z]{0,2}\d+(\.\d+)+$/.test(token)) return [token];
      const parts = token.split(/['’.\-]/);
      return parts.length > 1 ? [...parts, parts.join('')] : [token];
    });
  }
  // How many letters must be changed, left out, put in or exchanged to make one word of another; counted up to `most`.
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [], last = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i += 1) {
      const row = [i];
      for (let j = 1; j <= b.length; j += 1) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      if (Math.min(...row) > most) return most + 1;
      [before, last] = [last, row];
    }
    return last[b.length];
  }
  const forgiven = word => word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2;
  // How well a word is met by another: whole, as its beginning, or but for a letter or two; 0 if not.
  function meets(word, other) {
    if (word === other) return 4;
    if (other.startsWith(word)) return word.length > 1 ? 3 : 1;
    const most = forgiven(word);
    if (!most) return 0;
    if (distance(word, other, most) <= most) return 2;
    return other.length > word.length && distance(word, other.slice(0, word.length), 1) <= 1 ? 1 : 0;
  }

  /* ---- what is loaded ---- */
  const scripts = new Map();
  function load(name) {
    if (!scripts.has(name)) {
      scripts.set(name, new Promise((resolve, reject) => {
        document.head.append(make('script', { src: `${root}search/${name}.js`, onload: resolve, onerror: reject }));
      }));
    }
    return scripts.get(name);
  }
  const shared = window.TAROTREF_SEARCH = { texts: [], words: {}, tokens, distance, load, meets };
  let named = null;
  shared.named = async () => {
    if (named) return named;
    await load('names');
    named = shared.names.map(([title, url, kind, hint, also, rank], n) =>
      ({ title, url, kind, hint, rank, n, own: tokens(title), also: tokens(also) }));
    return named;
  };

  /* ---- names for what is typed ---- */
  const SMALL = new Set('a against an and are as at can do does for from how i in is it me my of on or one the to versus vs was what when where which who with you'.split(' '));
  const WORTH = { Game: 2, Page: 2.5, Tradition: 2, Feature: 1.5, Glossary: 1, Pack: 1, Source: 0.5, 'Trump order': 0.5, Place: 0 };
  // Sources that are witnesses are called by a siglum and a year, `PE 1787`; who types sigla alone, `PE RI`, means each of them.
  const siglum = (kind, title) => kind === 'Source' && /^[\p{Lu}\d]{2,6} \S*\d{4}/u.test(title) ? tokens(title)[0] : '';
  const asked = said => said.some(w => !SMALL.has(w)) ? said.filter(w => !SMALL.has(w)) : said;
  Object.assign(shared, { siglum, asked });
  function suggested(query, all) {
    const words = asked(tokens(query.replace(/\bdm\s*0*(?=\d)/gi, '')));
    if (!words.length) return [];
    const witnesses = words.map(w => all.filter(name => siglum(name.kind, name.title) === w));
    if (words.length > 1 && witnesses.every(of => of.length)) return witnesses.flat().slice(0, 8);
    const best = (word, list) => list.reduce((most, other) => Math.max(most, meets(word, other)), 0);
    let found = [];
    all.forEach(name => {
      const here = words.map(word => Math.max(best(word, name.own), 0.8 * best(word, name.also)));
      const met = here.filter(Boolean).length;
      if (!met) return;
      const score = here.reduce((sum, one) => sum + one, 0) / words.length + (words.length === name.own.length && met === words.length ? 0.3 : 0);
      found.push([score * 2 + (WORTH[name.kind] || 0) + [-2, 0, 0.5, 2][name.kind === 'Game' || name.rank > 1 ? name.rank : 1], name, met]);
    });
    // What is called by all words; where nothing is, what meets most of them, if that is half or more.
    const most = Math.max(0, ...found.map(([, , met]) => met));
    found = found.filter(([, , met]) => met === most && 2 * met >= words.length);
    return found.sort((a, b) => b[0] - a[0] || a[1].n - b[1].n).slice(0, 8).map(([, name]) => name);
  }
  shared.suggested = suggested;

  document.querySelectorAll('form[role=search][action] input[name=q]').forEach((input, number) => {
    const form = input.form;
    if (form.id === 'search-form') return;               // the page of search shows what it finds at once
    const id = 'suggested-' + number;
    const list = make('ul', { id, className: 'suggested', hidden: true });
    Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id }).forEach(([k, v]) => input.setAttribute(k, v));
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', 'Suggestions');
    form.classList.add('suggests');
    form.append(list);
    let at = -1, turn = 0;
    const shut = () => {
      list.hidden = true;
      at = -1;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    };
    const point = i => {
      at = i;
      Array.from(list.children).forEach((li, n) => li.setAttribute('aria-selected', String(n === i)));
      if (i < 0) return input.removeAttribute('aria-activedescendant');
      input.setAttribute('aria-activedescendant', list.children[i].id);
      list.children[i].scrollIntoView({ block: 'nearest' });
    };
    const open = name => { location.href = root + name.url; };
    async function suggest() {
      const mine = turn += 1;
      let all;
      try { all = await shared.named(); } catch (e) { return; }
      if (mine !== turn) return;
      const names = suggested(input.value, all);
      list.replaceChildren(...names.map((name, n) => {
        const li = make('li', { id: `${id}-${n}` }, make('span', { textContent: name.title }),
          make('small', { textContent: [name.kind === 'Game' ? '' : name.kind, name.hint].filter(Boolean).join(' · ') }));
        li.setAttribute('role', 'option');
        li.addEventListener('mousedown', e => e.preventDefault());
        li.addEventListener('click', () => open(name));
        return li;
      }));
      point(-1);
      list.hidden = !names.length;
      input.setAttribute('aria-expanded', String(names.length > 0));
      list.onopen = i => open(names[i]);
    }
    input.addEventListener('focus', () => shared.named().catch(() => null));
    input.addEventListener('input', suggest);
    input.addEventListener('blur', shut);
    input.addEventListener('keydown', e => {
      const n = list.children.length;
      if (e.key === 'Escape' && !list.hidden) { e.preventDefault(); e.stopPropagation(); shut(); return; }
      if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
        if (list.hidden || !n) return;
        e.preventDefault();
        point(e.key === 'ArrowDown' ? (at + 1) % n : (at + n - (at < 0 ? 0 : 1)) % n);
      } else if (e.key === 'Enter' && at >= 0 && !list.hidden) { e.preventDefault(); list.onopen(at); }
    });
  });
})();
