/* What lies on the table and in the reader's hand, drawn from what tarotref/cli/sight.py says of it. */
(function () {
'use strict';
const make = (tag, props, ...kids) => {
  const e = Object.assign(document.createElement(tag), props || {});
  e.append(...kids.filter(k => k != null));
  return e;
};
const drawn = new Map();  // a card is read from its text once, then copied
const picture = (table, card) => {
  const face = table.cards[card] ? table.cards[card].face : '';
  if (!drawn.has(face)) {
    drawn.set(face, make('span', { className: 'card' }));
    drawn.get(face).innerHTML = face;
  }
  return drawn.get(face).cloneNode(true);
};
const sentence = words => words.charAt(0).toUpperCase() + words.slice(1) + (/[.)?!]$/.test(words) || !words ? '' : '.');
const capital = words => words.charAt(0).toUpperCase() + words.slice(1);
// Words of a text that stand in the glossary, as links to it; `terms` has the page and anchor of each.
function glossary(terms, folder) {
  const fold = word => word.toLowerCase();
  const known = new Map(Object.entries(terms).map(([term, at]) => [fold(term), at]));
  const long = [...known.keys()].sort((a, b) => b.length - a.length).map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const any = new RegExp(`(?<![\\p{L}\\d])(?:${long.join('|')})(?![\\p{L}\\d])`, 'giu');
  return text => {
    const found = [];
    let at = 0;
    for (const hit of String(text).matchAll(any)) {
      found.push(text.slice(at, hit.index), make('a', { className: 'term', href: folder + known.get(fold(hit[0])), target: '_blank', textContent: hit[0] }));
      at = hit.index + hit[0].length;
    }
    return [...found, text.slice(at)].filter(part => part !== '');
  };
}
const narrow = matchMedia('(max-width:48rem)');
const COLUMNS = 9;  // cards side by side on a phone

class Felt {
  constructor(glossed) {
    this.glossed = glossed;
    this.felt = make('div', { className: 'felt' });
    this.board = make('div', { className: 'board', hidden: true }, this.felt);
    this.hand = make('div', { className: 'hand' });
    this.hand.setAttribute('role', 'group');
    this.hand.setAttribute('aria-label', 'Your hand');
    this.others = make('div', { className: 'all-hands', hidden: true });
    this.cards = {};
    this.oncard = () => {};
  }
  name(card) { return this.cards[card] ? this.cards[card].name : card; }
  titled(card) {
    const e = picture(this, card);
    e.title = this.name(card);
    e.setAttribute('role', 'img');
    e.setAttribute('aria-label', this.name(card));
    return e;
  }
  place(seat, wide, high) {  // where a seat stands round the table, the reader below
    const n = this.table.players;
    const turn = seat >= n ? Math.PI / 2 + Math.PI / n : ((seat - this.now.me + n) % n) / n * 2 * Math.PI;
    return `left:clamp(var(--edge), ${50 + wide * Math.sin(turn) * (this.table.clockwise ? -1 : 1)}%, 100% - var(--edge));top:${50 + high * Math.cos(turn)}%`;
  }
  show(table, now, { points, openHands }) {
    Object.assign(this, { table, now });
    this.board.hidden = false;
    this.felt.classList.toggle('quiet', !(now.over || now.kind === 'play' || now.tricks.length || now.trick.length || now.open.length || now.stacks.length));
    this.board.replaceChildren(this.felt, this.plate());
    this.felt.replaceChildren(this.corner(), ...now.names.map((who, seat) => this.seat(who, seat, points)));
    const middle = make('div', { className: 'middle' }, ...now.open.map(pile => this.open(pile)));
    this.felt.append(middle);
    const last = now.tricks[now.tricks.length - 1];
    if (now.over && last) this.lay(last.cards, last.winner); else this.lay(now.trick, null);
    this.fan();
    this.hand.hidden = !now.hand.length;
    this.others.hidden = !openHands || now.over;
    this.others.replaceChildren(...now.all_hands.flatMap((cards, seat) => (seat === now.me ? [] : [
      make('div', {}, make('b', { textContent: capital(now.names[seat]) }), make('span', { className: 'row' }, ...cards.map(card => this.titled(card))))])));
  }
  plate() {  // what all know: contract, partner, what was announced and doubled
    return make('ul', { className: 'plate' }, ...this.now.known.map(line => make('li', {}, ...this.glossed(capital(line)))));
  }
  corner() {  // what lies face down, and the last trick
    const { talon, stock, laid, tricks, names } = this.now;
    const pile = (n, word) => (n ? make('span', { className: 'pile', title: `${word}: ${n} cards` }, make('i', { className: 'back' }), `${word} ${n}`) : null);
    const last = tricks[tricks.length - 1];
    const box = make('div', { className: 'corner' }, pile(talon, 'Talon'), pile(stock, 'Stock'), pile(laid.length, 'Laid aside'));
    if (laid.length) box.lastChild.title = laid.map(card => this.name(card)).join(', ');
    if (last) {
      const shown = make('details', { className: 'last' }, make('summary', { textContent: 'Last trick' }),
        make('span', { className: 'row' }, ...last.cards.map(({ card }) => this.titled(card))),
        make('small', { textContent: `to ${names[last.winner] || 'the dead hand'}` }));
      shown.open = this.lastOpen;
      shown.ontoggle = () => { this.lastOpen = shown.open; };
      box.append(shown);
    }
    return box;
  }
  seat(who, seat, points) {
    const { now } = this;
    const won = `${now.won[seat]} ${now.won[seat] === 1 ? 'trick' : 'tricks'}`;
    const paid = now.over ? now.result.paid[seat] : '';
    const role = [seat === now.dealer ? 'dealer' : '', now.roles[seat]].filter(Boolean).join(', ');
    const box = make('div', { className: 'seat' + (seat === now.turn ? ' lit' : '') + (seat === now.me ? ' me' : '') },
      make('b', {}, capital(who), paid ? make('span', { className: 'paid', textContent: ` ${paid}` }) : ''),
      role ? make('span', { className: 'role', textContent: role }) : null,
      make('span', { className: 'count', textContent: now.tricks.length ? (points ? `${won}, ${now.points[seat]} points` : won) : `${now.held[seat]} cards` }),
      now.said[seat] && !now.tricks.length ? make('q', { textContent: now.said[seat] }) : null,
      now.stacks.length && seat !== now.me ? make('div', { className: 'open' }, ...now.stacks[seat].map(one => this.stack(one))) : null);
    box.style.cssText = this.place(seat, 41, this.felt.classList.contains('quiet') ? 36 : 41);
    return box;
  }
  stack([card, below]) {  // the open card of a stack, and how many lie below it
    const e = card ? this.titled(card) : make('span', { className: 'card none' });
    e.title = `${card ? this.name(card) : 'nothing'} over ${below}`;
    return e;
  }
  open({ name, cards }) {
    return make('div', { className: 'open' }, make('span', { textContent: capital(name) }), make('span', { className: 'row' }, ...cards.map(card => this.titled(card))));
  }
  lay(trick, winner) {
    this.felt.querySelectorAll('.laid').forEach(e => e.remove());
    const wide = narrow.matches ? 18 : 13;
    trick.forEach(({ seat, card }, n) => {
      const e = make('div', { className: 'laid' + (seat === winner ? ' wins' : '') + (n === trick.length - 1 ? ' fresh' : '') }, picture(this, card));
      e.style.cssText = `${this.place(seat, wide, 17)};--tilt:${(seat * 37 % 9) - 4}deg`;
      e.title = `${this.now.names[seat] || 'the dead hand'}: ${this.name(card)}`;
      this.felt.append(e);
    });
  }
  fan() {
    const cards = this.now.hand, mid = (cards.length - 1) / 2;
    const lift = cards.some(c => c.may);
    const step = Math.min(2.2, 26 / Math.max(cards.length, 1));
    this.hand.replaceChildren(...cards.map((one, i) => {
      const e = make('button', { type: 'button', className: 'mine' + (one.may ? ' may' : lift ? ' not' : '') }, picture(this, one.card));
      e.setAttribute('aria-label', this.name(one.card));
      e.title = this.name(one.card);
      if (lift && !one.may) e.setAttribute('aria-disabled', 'true');
      e.style.cssText = `--r:${((i - mid) * step).toFixed(2)}deg;--y:${((i - mid) ** 2 * step * 0.22).toFixed(1)}px`;
      if (i && cards[i - 1].suit !== one.suit) e.classList.add('next-suit');
      e.onclick = () => this.oncard(one);
      return e;
    }));
    this.hand.style.setProperty('--columns', Math.ceil(cards.length / Math.max(1, Math.ceil(cards.length / COLUMNS))) || 1);
  }
  walk(key) {  // from card to card with the arrow keys
    const cards = [...this.hand.children], at = cards.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: cards.length - 1 }[key];
    if (to === undefined) return false;
    cards[(to + cards.length) % cards.length].focus();
    return true;
  }
}
window.tarotTable = { Felt, make, picture, sentence, glossary };
})();
