/* The search page: search.html?q=words. search/index.js is loaded with the first question, search/N.js (the text of page N, for
   snippets) when page N is shown. Both are written by tarotref/sphinxext/search.py, which says what is in them; `tokens` here and
   `words` there take a text apart in the same way. */
(function () {
  'use strict';
  const form = document.getElementById('search-form');
  const status = document.getElementById('search-status');
  const hint = document.getElementById('search-hint');
  const out = document.getElementById('search-results');
  const more = document.getElementById('search-more');
  const input = form.elements.q;
  const root = document.documentElement.dataset.content_root || './';
  const data = window.TAROTREF_SEARCH = { texts: [] };
  const PAGE = 12, SECTIONS = 3, SNIPPET = 34;
  const SHARE = { Evidence: 0.5, Source: 0.6, 'Trump order': 0.8 };  // of what a hit is worth to most readers
  const MINOR = new Set(['facts', 'what-the-source-leaves-open', 'names']);
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids);
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
  data.tokens = tokens;

  /* ---- the index ---- */
  const scripts = new Map();
  function load(name) {
    if (!scripts.has(name)) {
      scripts.set(name, new Promise((resolve, reject) => {
        document.head.append(make('script', { src: `${root}search/${name}.js`, onload: resolve, onerror: reject }));
      }));
    }
    return scripts.get(name);
  }
  let index = null;
  async function ready() {
    await load('index');
    if (index) return index;
    const { pages, heads, stop, words } = data.index;
    index = { entries: [], pages: [], stop: new Set(stop), lines: words.split('\n') };
    pages.forEach(([url, title, kind, names, low, rows], number) => {
      const page = { url, title, kind, names, low, number, id: kind === 'Game' ? title.split(' ')[0] : '', first: index.entries.length };
      page.tokens = new Set(tokens([title, ...names].join(' ')));
      index.pages.push(page);
      rows.forEach((row, i) => {
        const [anchor, head, what] = typeof row === 'number' ? heads[row] : row;
        index.entries.push({ page, at: i, anchor, title: head, kind: what || '', top: !anchor });
      });
    });
    return index;
  }
  function from(word) {  // the first line that is not before a word
    let low = 0, high = index.lines.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (index.lines[mid] < word) low = mid + 1; else high = mid;
    }
    return low;
  }
  const known = word => (index.lines[from(word + '\t')] || '').startsWith(word + '\t');
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
    forms(word).forEach((form, i) => { if (known(form)) take(index.lines[from(form + '\t')], i ? 0.9 : 1); });
    if (word.length > 1) {
      for (let i = from(word), n = 0; n < 300 && i < index.lines.length && index.lines[i].startsWith(word); i += 1, n += 1) {
        if (index.lines[i][word.length] !== '\t') take(index.lines[i], 0.45);
      }
    }
    return found;
  }
  const begins = (set, word) => forms(word).some(f => set.has(f)) || (word.length > 2 && Array.from(set).some(t => t.startsWith(word)));

  function wanted(query) {
    const all = query.split(/\s+/).map(tokens).filter(t => t.length).flatMap(parts => {
      const whole = parts[parts.length - 1];
      return parts.length > 1 && !having(whole).size ? parts.slice(0, -1) : [whole];
    });
    const told = all.filter(w => !index.stop.has(w) && w.length > 1);
    return Array.from(new Set(told.length ? told : all));
  }
  const said = text => tokens(text).filter(t => !index.stop.has(t)).join(' ');

  function find(query) {
    const words = wanted(query);
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
          if (here) { score += here; own += 1; } else if (begins(entry.page.tokens, words[i])) score += 3; else if (all) return;
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
          if (entry.page.id && entry.page.id === number) score += 1000;
          if (entry.page.kind && titled === words.length) score += 14;
        }
        score *= SHARE[entry.kind] || 1;
        if (entry.page.low) score *= 0.25;
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
    return { words, partly, groups: Array.from(groups.values()), lost: words.filter((w, i) => !found[i].size) };
  }

  /* ---- a misspelling ---- */
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
  function nearest(word) {
    const most = word.length < 4 ? 1 : word.length < 9 ? 2 : 3;
    let best = null;
    index.lines.forEach(line => {
      const end = line.indexOf('\t');
      if (Math.abs(end - word.length) > most || /\d/.test(line[0])) return;
      const other = line.slice(0, end);
      const far = distance(word, other, most);
      if (far > most) return;
      const often = line.split(' ').length * (index.pages.some(p => p.kind && p.tokens.has(other)) ? 50 : 1);
      const score = far - (other[0] === word[0] ? 0.5 : 0) - Math.min(0.9, Math.log10(often) / 4);
      if (!best || score < best.score) best = { word: other, score };
    });
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
    let result = find(query);
    if (result.lost.length) {
      const mended = query.split(/\s+/).map(piece => {
        const lost = wanted(piece).some(w => result.lost.includes(w));
        return lost ? nearest(tokens(piece).pop()) || '' : piece;
      }).filter(Boolean).join(' ');
      if (mended && mended !== query) {
        const again = make('a', { href: '?q=' + encodeURIComponent(mended), textContent: mended });
        again.addEventListener('click', e => { e.preventDefault(); input.value = mended; ask(); });
        const other = find(mended);
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
