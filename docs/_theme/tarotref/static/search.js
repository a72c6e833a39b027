/* The search page: search.html?q=words. search/index.js (pages and entries) and search/names.js are loaded with the first question,
   search/words-a.js with the first word that begins with an a, search/N.js (the text of page N, for snippets) when page N is shown.
   All are written by tarotref/sphinxext/search_index.py and named.py, which say what is in them; suggest.js has what takes texts
   apart, as `words` in tarotref/sphinxext/search.py does. */
(function () {
  'use strict';
  const form = document.getElementById('search-form');
  const status = document.getElementById('search-status');
  const hint = document.getElementById('search-hint');
  const out = document.getElementById('search-results');
  const more = document.getElementById('search-more');
  const input = form.elements.q;
  const root = document.documentElement.dataset.content_root || './';
  const data = window.TAROTREF_SEARCH;
  const { tokens, distance, meets, load } = data;
  const PAGE = 12, SECTIONS = 3, SNIPPET = 34;
  const SHARE = { Evidence: 0.5, Source: 0.6, 'Trump order': 0.8 };  // of what a hit is worth to most readers
  const MINOR = new Set(['facts', 'what-the-source-leaves-open', 'names']);
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids);
    return e;
  };

  /* ---- the index ---- */
  let index = null;
  async function ready() {
    const [named] = await Promise.all([data.named(), load('index')]);
    if (index) return index;
    const { pages, heads, stop, parts } = data.index;
    index = { entries: [], pages: [], stop: new Set(stop), parts: new Set(parts), lines: {}, names: new Set(named.flatMap(n => [...n.own, ...n.also])) };
    const known = new Map(named.map(n => [n.url.replace(/#.*/, ''), n]));
    pages.forEach(([url, title, kind, names, low, rows], number) => {
      const page = { url, title, kind, names, low, number, id: kind === 'Game' ? title.split(' ')[0] : '', first: index.entries.length };
      const name = known.get(url);
      if (name && ['Game', 'Trump order'].includes(name.kind)) page.rank = name.rank;
      page.guide = Boolean(name && name.kind === 'Page');   // a page for people, which answers questions
      page.tokens = new Set([...tokens([title, ...names].join(' ')), ...(page.guide ? [...name.own, ...name.also] : [])]);
      index.pages.push(page);
      rows.forEach((row, i) => {
        const [anchor, head, what] = typeof row === 'number' ? heads[row] : row;
        index.entries.push({ page, at: i, anchor, title: head, kind: what || '', top: !anchor });
      });
    });
    return index;
  }
  // The part of the index in which a word stands: its lines in the order of their words.
  const part = word => /[0-9a-z]/.test(word[0]) ? word[0] : 'other';
  async function fetched(words) {
    await Promise.all(Array.from(new Set(words.map(part))).filter(p => index.parts.has(p) && !index.lines[p]).map(async p => {
      await load('words-' + p);
      index.lines[p] = data.words[p].split('\n');
    }));
  }
  const linesOf = word => index.lines[part(word)] || [];
  function from(word) {  // the first line that is not before a word
    const lines = linesOf(word);
    let low = 0, high = lines.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (lines[mid] < word) low = mid + 1; else high = mid;
    }
    return low;
  }
  const lineOf = word => linesOf(word)[from(word + '\t')] || '';
  const known = word => lineOf(word).startsWith(word + '\t');
  function* postings(line) {
    let at = 0;
    for (const step of line.slice(line.indexOf('\t') + 1).split(' ')) {
      at += parseInt(step, 36);
      yield [at, step.endsWith('!')];
    }
  }
  const forms = word => [word, ...(word.length > 3 && word.endsWith('s') ? [word.slice(0, -1)] : [])];

  // Entries that have a word, and how much it says of each: the rarer the word, the more; a word that only begins so, less.
  function having(word) {
    const found = new Map();
    const take = (line, share) => {
      const all = [...postings(line)];
      const worth = share * Math.log(1 + index.entries.length / all.length);
      all.forEach(([at, often]) => found.set(at, Math.max(found.get(at) || 0, often ? worth * 1.4 : worth)));
    };
    forms(word).forEach((form, i) => { if (known(form)) take(lineOf(form), i ? 0.9 : 1); });
    if (word.length > 1) {
      const lines = linesOf(word);
      for (let i = from(word), n = 0; n < 300 && i < lines.length && lines[i].startsWith(word); i += 1, n += 1) {
        if (lines[i][word.length] !== '\t') take(lines[i], 0.45);
      }
    }
    near(word).forEach(other => { if (known(other)) take(lineOf(other), 0.3); });
    return found;
  }
  // Words of names that are like a word but for a letter or two; names are most often misspelt.
  const nearby = new Map();
  function near(word) {
    if (!nearby.has(word)) {
      nearby.set(word, Array.from(index.names).filter(other => [1, 2].includes(meets(word, other)) && !forms(word).includes(other)));
    }
    return nearby.get(word);
  }
  const begins = (set, word) => forms(word).some(f => set.has(f)) || (word.length > 2 && Array.from(set).some(t => t.startsWith(word)));
  const likened = (set, word) => begins(set, word) || near(word).some(other => set.has(other));

  function wanted(query) {
    const all = query.split(/\s+/).map(tokens).filter(t => t.length).flatMap(parts => {
      const whole = parts[parts.length - 1];
      return parts.length > 1 && !having(whole).size ? parts.slice(0, -1) : [whole];
    });
    const told = all.filter(w => !index.stop.has(w) && w.length > 1);
    return Array.from(new Set(told.length ? told : all));
  }
  const said = text => tokens(text).filter(t => !index.stop.has(t)).join(' ');

  async function find(query) {
    await fetched(query.split(/\s+/).flatMap(tokens).flatMap(w => [w, ...near(w)]));
    const siglum = entry => data.siglum(entry.kind, entry.title);
    const sigla = new Set(index.entries.map(siglum));
    const all = wanted(query), telling = data.asked(all);
    const witnesses = telling.every(w => sigla.has(w));
    const words = witnesses ? telling : all;
    const found = words.map(having);
    const asked = said(query);
    const number = asked.toUpperCase();
    const any = new Set(found.flatMap(m => Array.from(m.keys())));
    const weigh = all => {
      const scores = new Map();
      any.forEach(at => {
        const entry = index.entries[at];
        let score = 0, own = 0;
        for (let i = 0; i < words.length; i += 1) {
          const here = found[i].get(at);
          if (witnesses && siglum(entry) === words[i]) { score += 400; own = words.length; break; }
          if (here) { score += here; own += 1; } else if (likened(entry.page.tokens, words[i])) score += 3; else if (all) return;
        }
        if (!own) return;
        if (!all) score *= own / words.length;
        const head = new Set(tokens(entry.title));
        const titled = words.filter(w => begins(head, w)).length;
        score += 6 * titled;
        if (said(entry.title) === asked) score += 60;
        else if (said(entry.title).startsWith(asked)) score += 10;
        if (entry.top) {
          const names = [entry.page.title.replace(entry.page.id, ''), ...entry.page.names].map(said);
          if (names.includes(asked)) score += 100;
          if (words.every(w => likened(entry.page.tokens, w))) {
            score += entry.page.guide ? 60 : 10;
            if (entry.page.rank) score += [0, 0, 40, 200][entry.page.rank];
          }
          if (entry.page.id && entry.page.id === number) score += 1000;
          if (entry.page.kind && titled === words.length) score += 14;
        }
        score *= SHARE[entry.kind] || 1;
        if (entry.page.low) score *= 0.25;
        if (entry.page.rank === 0 && entry.page.id !== number) score *= 0.3;   // a game whose rules cannot be read
        if (MINOR.has(entry.anchor)) score *= 0.5;
        scores.set(at, score);
      });
      return scores;
    };
    let scores = weigh(true);
    const partly = !scores.size && words.length > 1;
    if (partly) scores = weigh(false);
    const groups = new Map();
    Array.from(scores).sort((a, b) => b[1] - a[1] || a[0] - b[0]).forEach(([at, score]) => {
      const entry = index.entries[at];
      const key = entry.kind ? 'e' + at : 'p' + entry.page.number;
      if (!groups.has(key)) groups.set(key, { page: entry.page, entry: entry.kind ? entry : null, best: 0, sections: [] });
      const group = groups.get(key);
      // Where the title has all the words, the page is what was meant, and no one section of it.
      if (entry.kind || entry.top || words.every(w => begins(entry.page.tokens, w))) return;
      group.best = group.best || score;
      if (score > group.best / 2) group.sections.push(entry);
    });
    // What nothing has, though something may have a word that is like it.
    const lost = words.filter(w => !forms(w).some(known) && !(linesOf(w)[from(w)] || '').startsWith(w));
    return { words, partly, groups: Array.from(groups.values()), lost };
  }

  /* ---- a misspelling ---- */
  function nearest(word) {
    const most = word.length < 4 ? 1 : word.length < 9 ? 2 : 3;
    let best = null;
    const consider = (other, often) => {
      if (Math.abs(other.length - word.length) > most || /\d/.test(other[0])) return;
      const far = distance(word, other, most);
      if (far > most) return;
      const score = far - (other[0] === word[0] ? 0.5 : 0) - Math.min(0.9, Math.log10(often) / 4);
      if (!best || score < best.score) best = { word: other, score };
    };
    index.names.forEach(other => consider(other, 500));
    linesOf(word).forEach(line => consider(line.slice(0, line.indexOf('\t')), line.split(' ').length));
    return best && best.word;
  }

  /* ---- what is shown ---- */
  function snippet(text, words) {
    const parts = text.split(' ');
    const hit = parts.map(part => {
      const t = tokens(part);
      return words.findIndex(w => t.some(x => x === w || (w.length > 2 && x.startsWith(w)) || forms(w).includes(x)));
    });
    let best = 0, most = -1;
    for (let i = 0; i < parts.length; i += 1) {
      if (hit[i] < 0) continue;
      const start = Math.max(0, i - 6);
      const n = new Set(hit.slice(start, start + SNIPPET).filter(h => h >= 0)).size;
      if (n > most) { most = n; best = start; }
      if (n === words.length) break;
    }
    const shown = [best ? '… ' : ''];
    while (parts[best] === '·') best += 1;
    parts.slice(best, best + SNIPPET).forEach((part, i) => shown.push(hit[best + i] < 0 ? part : make('mark', { textContent: part }), ' '));
    return [...shown, best + SNIPPET < parts.length ? '…' : ''];
  }
  async function fill(place, entry, words) {
    try { await load(entry.page.number); } catch (e) { return; }
    place.append(...snippet(data.texts[entry.page.number][entry.at], words));
  }
  const link = (page, anchor, text) => make('a', { href: root + page.url + (anchor ? '#' + anchor : ''), textContent: text });
  function shown(group, words) {
    const { page, entry } = group;
    const title = entry ? link(page, entry.anchor, entry.title) : link(page, '', page.title);
    const item = make('li', {}, make('h2', {}, title), make('small', { textContent: entry ? entry.kind : page.kind }));
    const rows = entry ? [entry] : group.sections.slice(0, SECTIONS);
    if (!rows.length) rows.push(index.entries.slice(page.first).find(e => e.page === page && e.anchor === 'in-brief') || index.entries[page.first]);
    rows.forEach(row => {
      const text = make('p', {});
      if (!row.top && !row.kind) text.append(link(page, row.anchor, row.title), ' ');
      item.append(text);
      fill(text, row, words);
    });
    return item;
  }

  let asked = 0;
  async function run(query) {
    const turn = asked += 1;
    query = query.trim().replace(/\b(?:dm\s*)?0*(?=\d+\.\d)/gi, '');  // DM8.13 and 08.13 are 8.13
    hint.replaceChildren();
    if (!query) { out.replaceChildren(); status.textContent = ''; more.hidden = true; return; }
    status.textContent = index ? '' : 'Loading …';
    try { await ready(); } catch (e) { status.textContent = 'The index could not be loaded.'; return; }
    if (turn !== asked) return;
    let result = await find(query);
    if (turn !== asked) return;
    if (result.lost.length) {
      const mended = query.split(/\s+/).map(piece => {
        const lost = wanted(piece).some(w => result.lost.includes(w));
        return lost ? nearest(tokens(piece).pop()) || '' : piece;
      }).filter(Boolean).join(' ');
      if (mended && mended !== query) {
        const again = make('a', { href: '?q=' + encodeURIComponent(mended), textContent: mended });
        again.addEventListener('click', e => { e.preventDefault(); input.value = mended; ask(); });
        const other = await find(mended);
        hint.append('Nothing has the word ', make('q', { textContent: result.lost.join(' ') }), '. ');
        if (!other.partly && other.groups.length) {
          hint.append('Did you mean ', again, '?');
          if (!result.groups.length || result.partly) result = other;
        }
      }
    }
    const { groups, words } = result;
    if (result.partly && groups.length && !hint.hasChildNodes()) hint.append('Nothing has all these words. These have some of them.');
    status.textContent = groups.length ? groups.length + (groups.length === 1 ? ' result' : ' results') : 'Nothing found.';
    const start = make('ol', {});
    out.replaceChildren(start);
    let next = 0;
    const step = () => {
      const from = next;
      next += PAGE;
      start.append(...groups.slice(from, next).map(g => shown(g, words)));
      more.hidden = next >= groups.length;
      if (from) start.children[from].querySelector('a').focus();
    };
    more.onclick = step;
    step();
    document.title = query + ' – ' + document.title.replace(/^.* – (?=.* – )/, '');
  }
  function ask() {
    history.replaceState(null, '', '?q=' + encodeURIComponent(input.value.trim()));
    return run(input.value);
  }
  let waiting = 0;
  form.addEventListener('submit', e => { e.preventDefault(); clearTimeout(waiting); ask(); });
  input.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(ask, 200); });
  const begin = () => { input.value = new URLSearchParams(location.search).get('q') || ''; run(input.value); };
  addEventListener('popstate', begin);
  begin();
  if (!input.value && matchMedia('(hover: hover)').matches) input.focus();
})();
