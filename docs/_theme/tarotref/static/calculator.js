/* Card points of a pile: the method of tarotref.count, and a table of cards to tap.

   The method is TAROTREF.count(id, cards, {players, tricks, last, discard}): cards are places in the pack, the points of a
   pile come as text (`13/2`) with the lines of their working. It throws a RangeError that says in words what is missing.
   The page has <form id="calculator"> with a select of games; the data, _static/counting.js, are loaded when one is chosen.
   The game stands in the address: ?of=8.13/RI-1830&players=3 */
(function () {
  'use strict';
  const TAROTREF = window.TAROTREF = window.TAROTREF || {};
  const gcd = (a, b) => b ? gcd(b, a % b) : Math.abs(a);
  const fraction = x => { const [n, d] = String(x).split('/').map(Number); return { n, d: d || 1 }; };

  /* ---- the method: exact, in whole multiples of one unit that divides every figure of the ruleset ---- */
  TAROTREF.count = function (id, cards, how) {
    const data = TAROTREF.counted;
    const rules = data.rulesets[id];
    const m = data.methods[rules.method];
    const values = data.values[rules.values];
    const pack = data.packs[rules.pack];
    const { players = rules.players[0], tricks = null, last = false, discard = 0 } = how || {};
    const share = rules.shares[players] === undefined ? null : fraction(rules.shares[players]);
    const figures = [...Object.values(values), ...Object.values(m.odd || {}), m.apart || 0, m.last || 0].map(fraction);
    const beyond = [m.over || 0, m.under || 0].map(fraction);
    const unit = [2, ...figures.map(f => f.d), ...beyond.map(f => f.d * (share ? share.d : 1))].reduce((a, b) => a / gcd(a, b) * b, 1);
    const u = x => { const f = fraction(x); return f.n * unit / f.d; };
    const text = x => { const g = gcd(x, unit); return unit / g === 1 ? String(x / g) : x / g + '/' + unit / g; };
    const within = (what, n, most) => {
      if (!Number.isInteger(n) || n < 0 || n > most) throw new RangeError(`${what} can be 0 to ${most} for this pile`);
    };
    const isFool = c => data.cards[pack[c]][1] === 'fool';
    const lent = cards.some(isFool) ? 0 : 1;
    within('Discarded cards', discard, cards.length);
    if (tricks !== null) within('Tricks', tricks, Math.floor((cards.length - discard + lent) / (players || 2)) + (discard ? 1 : 0));
    const size = m.by === 'players' ? players : m.size;
    const less = m.by === 'players' ? players - 1 : m.less;
    if (m.by === 'players' && !players) throw new RangeError('Say how many players there are');

    const empty = m.by === 'values' ? 0 : unit;
    const has = c => c in values;
    const worth = c => has(c) ? u(values[c]) + (m.original ? unit : 0) : empty;
    const sum = list => list.reduce((a, b) => a + b, 0);
    const rest = k => {
      if (m.odd && k in m.odd) return u(m.odd[k]);
      if (!k) return 0;
      if (m.by === 'trick') return unit;
      return size === 2 ? unit / 2 : 2 * k >= size ? unit : 0;
    };
    const off = (n, laid) => {
      if (m.discard === 'set' && laid) return off(n - laid, 0) + (laid - 1) * unit;
      const k = n % size;
      return less * Math.floor(n / size) * unit + k * unit - rest(k) + (m.discard === 'one-less' ? laid * unit : 0);
    };
    const lines = [];
    const line = (its, said, points, what) => lines.push({ cards: its, sum: said, points, what: what || '' });
    const alone = (its, points, what) => line(its, text(points), points, what);
    const setOf = (its, taken) => {
      const points = sum(its.map(c => has(c) ? u(values[c]) : unit)) - taken;
      const dear = its.filter(c => has(c) && u(values[c]) !== unit).map(c => u(values[c]));
      const more = points - sum(dear);
      const change = more ? ` ${more < 0 ? '-' : '+'} ${text(Math.abs(more))}` : '';
      line(its, dear.length ? dear.map(text).join(' + ') + change : text(points), points);
    };

    const apart = m.apart === undefined ? [] : cards.filter(isFool);
    const grouped = cards.filter(c => !apart.includes(c));
    apart.forEach(c => alone([c], u(m.apart)));
    let assumed = 0;
    const counting = grouped.filter(c => worth(c) !== empty);
    if (['trick', 'values', '1'].includes(m.by) || m.original) {
      counting.forEach(c => alone([c], u(values[c])));
      const empties = grouped.filter(c => !counting.includes(c));
      if (m.by === 'trick') {
        if (tricks === null && !players) throw new RangeError('Say how many tricks there are');
        alone([], tricks !== null ? tricks * unit : Math.floor(cards.length / players) * unit + rest(cards.length % players), 'tricks');
      } else if (m.original) alone([], grouped.length * unit - off(grouped.length, discard), 'sets');
      else if (empties.length && empty) alone(empties, empties.length * unit);
    } else {
      const laid = m.discard === 'set' ? grouped.slice().sort((a, b) => worth(a) - worth(b)).slice(0, discard) : [];
      const left = grouped.filter(c => !laid.includes(c));
      const value = c => has(c) ? u(values[c]) : unit;
      const dear = left.filter(c => value(c) > unit).sort((a, b) => value(b) - value(a));
      const cheap = left.filter(c => value(c) <= unit);
      const sets = [];
      while (dear.length && cheap.length >= size - 1) sets.push([dear.shift(), ...cheap.splice(0, size - 1)]);
      const over = dear.concat(cheap);
      for (let at = 0; at < over.length; at += size) sets.push(over.slice(at, at + size));
      sets.forEach(its => {
        const k = its.length % size;
        setOf(its, k ? k * unit - rest(k) : less * unit);
        assumed = k && !(m.odd && k in m.odd) ? k : 0;
      });
      if (laid.length) setOf(laid, (laid.length - 1) * unit);
    }
    if (discard && m.discard === 'one-less') alone([], -discard * unit, 'discarded cards');
    if (last && m.last) alone([], u(m.last), 'last trick');
    if (m.over || m.under) {
      if (!share) throw new RangeError('Say how many players there are');
      const above = cards.length * share.d - share.n;
      const by = beyond[above > 0 ? 0 : 1];
      if (above && by.n) alone([], above * by.n * unit / (share.d * by.d), `cards ${above < 0 ? 'below' : 'above'} ${rules.shares[players]}`);
    }
    return {
      total: text(sum(lines.map(l => l.points))), assumed,
      lines: lines.map(l => ({ cards: l.cards, sum: l.sum, points: text(l.points), what: l.what })),
    };
  };

  /* ---- the page ---- */
  const form = document.getElementById('calculator');
  const home = document.getElementById('calculator-app');
  if (!form || !home) return;
  const here = document.currentScript.src;
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids.filter(k => k !== null));
    return e;
  };
  const PARTS = { '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾' };
  const figure = text => {
    const { n, d } = fraction(text);
    const whole = Math.trunc(Math.abs(n) / d), part = `${Math.abs(n) % d}/${d}`;
    const shown = d === 1 ? whole : PARTS[part] ? `${whole || ''}${PARTS[part]}` : whole ? `${whole} ${part}` : part;
    return (n < 0 ? '−' : '') + shown;
  };
  const said = text => text.replace(/-?\d+(\/\d+)?/g, t => t.startsWith('-') ? t : figure(t)).replace(/ - /g, ' − ').replace(/^-/, '−');
  const game = form.elements.game;
  const more = make('div', { className: 'asks' });
  const table = make('div', { className: 'table-of-cards' });
  const total = make('output', { className: 'total' });
  const working = make('div', { className: 'working-lines' });
  const note = make('p', { className: 'hint' });
  total.setAttribute('role', 'status');
  home.append(more, note, total, table, working);
  let id = '';
  let pile = new Set();
  let buttons = [];

  let loading = null;
  function data() {
    loading = loading || new Promise((done, failed) => {
      if (TAROTREF.counted) return done();
      const script = make('script', { src: here.replace(/calculator\.js.*$/, 'counting.js'), onload: done, onerror: failed });
      document.head.append(script);
    });
    return loading;
  }
  const tile = card => {
    const [, suit, text] = card;
    const b = make('span', { className: 'tile s-' + suit });
    if (text) b.append(text);
    if (suit !== 'trump') b.insertAdjacentHTML('beforeend', `<svg aria-hidden="true"><use href="#sign-${suit}"/></svg>`);
    return b;
  };
  const cardsOf = () => TAROTREF.counted.packs[TAROTREF.counted.rulesets[id].pack].map(n => TAROTREF.counted.cards[n]);
  const field = (label, control) => make('label', {}, label + ' ', control);

  function options() {
    const rules = TAROTREF.counted.rulesets[id];
    const m = TAROTREF.counted.methods[rules.method];
    const all = Object.keys(TAROTREF.counted.rulesets).filter(k => k.startsWith(game.value + '/'));
    const which = make('select', { name: 'ruleset' }, ...all.map(k => new Option(TAROTREF.counted.rulesets[k].whose, k, false, k === id)));
    const depends = rules.players.length > 1 && (m.by === 'players' || m.by === 'trick' || m.over || m.under);
    const number = (name, props) => make('input', Object.assign({ type: 'number', name, min: 0, inputMode: 'numeric' }, props));
    const kept = new URLSearchParams(location.search).get('players');
    more.replaceChildren(...[
      all.length > 1 ? field('By which rules', which) : null,
      depends ? field('Players', make('select', { name: 'players' }, ...rules.players.map(n => new Option(n, n, false, String(n) === kept)))) : null,
      m.by === 'trick' ? field('Tricks won', number('tricks', { placeholder: rules.players.length ? 'as many as the cards make' : '' })) : null,
      m.discard ? field('Of these, discarded', number('discard', { value: 0 })) : null,
      TAROTREF.counted.besides[rules.besides].length ? field('For sets and sequences', number('sets', { placeholder: '0', step: 'any' })) : null,
      m.last ? field('Won the last trick', make('input', { type: 'checkbox', name: 'last' })) : null,
    ].filter(Boolean));
  }
  const value = name => { const e = form.elements[name]; return e && e.value !== '' ? Number(e.value) : undefined; };
  const SUITS = { trump: 'Trumps', fool: 'The Fool' };

  function deal() {
    const cards = cardsOf();
    const rows = new Map();
    cards.forEach((card, n) => rows.set(card[1], [...(rows.get(card[1]) || []), n]));
    buttons = [];
    table.replaceChildren(...Array.from(rows, ([suit, places]) => {
      const group = make('div', { className: 'suit' });
      const name = SUITS[suit] || suit[0].toUpperCase() + suit.slice(1);
      group.setAttribute('role', 'group');
      group.setAttribute('aria-label', name);
      const order = suit === 'trump' ? places.slice().reverse() : places;
      group.append(make('p', { className: 'suit-name', textContent: name }), ...order.map(n => {
        const button = make('button', { type: 'button', tabIndex: -1 }, tile(cards[n]));
        button.setAttribute('aria-label', cards[n][3]);
        button.setAttribute('aria-pressed', String(pile.has(n)));
        button.addEventListener('click', () => {
          if (!pile.delete(n)) pile.add(n);
          point(button);
          count();
        });
        button.place = n;
        buttons.push(button);
        return button;
      }));
      return group;
    }));
    const act = (words, change) => {
      const button = make('button', { type: 'button', textContent: words });
      button.addEventListener('click', () => { change(); count(); });
      return button;
    };
    table.append(make('p', { className: 'acts' },
      act('Take none', () => { pile = new Set(); }),
      act('Take the others instead', () => { pile = new Set(cards.map((_, n) => n).filter(n => !pile.has(n))); })));
    if (buttons.length) buttons[0].tabIndex = 0;
  }
  function point(button) {
    buttons.forEach(b => { b.tabIndex = b === button ? 0 : -1; });
  }
  table.addEventListener('keydown', e => {
    const at = buttons.indexOf(e.target);
    if (at < 0) return;
    const groups = Array.from(table.querySelectorAll('.suit'));
    const row = groups.indexOf(e.target.parentElement);
    const along = Array.from(e.target.parentElement.querySelectorAll('button')).indexOf(e.target);
    const down = step => {
      const other = groups[row + step] && groups[row + step].querySelectorAll('button');
      return other && other[Math.min(along, other.length - 1)];
    };
    const to = { ArrowRight: () => buttons[at + 1], ArrowLeft: () => buttons[at - 1], ArrowDown: () => down(1), ArrowUp: () => down(-1),
      Home: () => buttons[0], End: () => buttons[buttons.length - 1] }[e.key];
    const next = to && to();
    if (!to) return;
    e.preventDefault();
    if (!next) return;
    point(next);
    next.focus();
  });

  // What a pile pays for beside its cards, which is not seen from single cards.
  function beside(rules) {
    const told = TAROTREF.counted.besides[rules.besides];
    if (!told.length) return [];
    const list = make('ul', {}, ...told.map(words => make('li', { textContent: words })));
    return [make('div', { className: 'besides' }, make('p', { textContent: 'Not counted here: sets and sequences in the tricks pay besides. Write above what they come to.' }), list)];
  }
  function count() {
    buttons.forEach(b => b.setAttribute('aria-pressed', String(pile.has(b.place))));
    const rules = TAROTREF.counted.rulesets[id];
    const cards = cardsOf();
    note.textContent = rules.total ? `All cards together make ${rules.total} points.` : '';
    working.replaceChildren(...beside(rules));
    if (!pile.size) { total.textContent = 'Tap the cards of a pile.'; return; }
    const last = form.elements.last;
    let made;
    try {
      made = TAROTREF.count(id, Array.from(pile).sort((a, b) => a - b), {
        players: value('players'), tricks: value('tricks') === undefined ? null : value('tricks'), discard: value('discard'), last: Boolean(last && last.checked) });
    } catch (e) {
      if (!(e instanceof RangeError)) throw e;
      total.textContent = e.message + '.';
      return;
    }
    const sets = value('sets') || 0;
    const { n, d } = fraction(made.total);
    const all = Number.isInteger(sets) ? figure(`${n + sets * d}/${d}`) : Math.round((n / d + sets) * 100) / 100;
    total.replaceChildren(make('b', { textContent: all }),
      sets ? ` points: ${figure(made.total)} for ${pile.size} ${pile.size === 1 ? 'card' : 'cards'}, ${sets} for sets and sequences`
        : ` ${made.total === '1' ? 'point' : 'points'} in ${pile.size} ${pile.size === 1 ? 'card' : 'cards'}`);
    const body = make('tbody', {}, ...made.lines.map(l => make('tr', {},
      make('td', {}, ...(l.cards.length ? l.cards.flatMap(c => { const t = tile(cards[c]); t.setAttribute('role', 'img'); t.setAttribute('aria-label', cards[c][3]); return [t, ' ']; }) : [l.what])),
      make('td', { className: 'num', textContent: l.sum === l.points ? '' : said(l.sum) }), make('td', { className: 'num', textContent: figure(l.points) }))));
    working.append(make('table', {}, make('caption', { textContent: 'The working' }), make('thead', {}, make('tr', {},
      make('th', { scope: 'col', textContent: 'Cards' }), make('th', { scope: 'col', className: 'num', textContent: 'Sum' }), make('th', { scope: 'col', className: 'num', textContent: 'Points' }))), body));
    if (made.assumed) {
      const left = made.assumed === 1 ? 'One card is left over' : `${made.assumed} cards are left over`;
      working.append(make('p', { className: 'hint', textContent: `${left}. The rules do not say what that counts; the usual practice is followed.` }));
    }
  }
  function open(next, again) {
    data().then(() => {
      const before = id && TAROTREF.counted.rulesets[id].pack;
      id = next;
      if (before !== TAROTREF.counted.rulesets[id].pack) pile = new Set();
      game.value = id.slice(0, id.indexOf('/'));
      if (again) options();
      deal();
      count();
      save();
    }, () => { total.textContent = 'The data of the calculator could not be loaded.'; });
  }
  function save() {
    const p = new URLSearchParams({ of: id.replace(/\/main$/, '') });
    if (value('players')) p.set('players', value('players'));
    history.replaceState(null, '', '?' + p.toString().replace(/%2F/g, '/'));
  }
  form.addEventListener('submit', e => e.preventDefault());
  form.addEventListener('input', e => {
    if (e.target === game) { if (game.value) open(game.value + '/' + game.selectedOptions[0].dataset.first, true); }
    else if (e.target.name === 'ruleset') open(e.target.value, true);
    else if (e.target.closest('.asks')) { count(); save(); }
  });
  const asked = new URLSearchParams(location.search).get('of');
  if (asked) {
    data().then(() => {
      const found = [asked, asked + '/main'].find(k => k in TAROTREF.counted.rulesets);
      const other = Object.keys(TAROTREF.counted.rulesets).find(k => k.startsWith(asked.split('/')[0] + '/'));
      if (found || other) open(found || other, true);
      if (!found) total.textContent = `${asked} cannot be counted: its values or its method are not known.`;
    });
  }
})();
