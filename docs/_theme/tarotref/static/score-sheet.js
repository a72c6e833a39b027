/* A score sheet for an evening: who plays, what was played hand by hand, what each player won or lost. It adds up, is kept in this
   browser, and prints. The page has <div id="score-sheet-app">. */
(function () {
  'use strict';
  const home = document.getElementById('score-sheet-app');
  if (!home) return;
  const KEPT = 'tarotref-score-sheet', MOST = 9;
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids);
    return e;
  };
  const empty = n => ({ contract: '', bonuses: '', points: Array(n).fill('') });
  const blank = n => ({ players: Array(n).fill(''), hands: [empty(n)] });
  const sound = s => s && Array.isArray(s.players) && s.players.length > 1 && s.players.length <= MOST && Array.isArray(s.hands)
    && s.hands.every(h => Array.isArray(h.points) && h.points.length === s.players.length);
  let sheet = blank(4);
  try { const kept = JSON.parse(localStorage.getItem(KEPT)); if (sound(kept)) sheet = kept; } catch (e) { /* nothing kept */ }
  const keep = () => { try { localStorage.setItem(KEPT, JSON.stringify(sheet)); } catch (e) { /* private mode */ } };

  const table = make('table', { className: 'score-sheet' });
  const say = make('p', { className: 'hint' });
  say.setAttribute('role', 'status');
  const number = text => { const n = Number(text.trim().replace(',', '.').replace('½', '.5').replace(/[−–]/, '-')); return Number.isFinite(n) ? n : NaN; };
  const told = n => String(Math.round(n * 100) / 100).replace('-', '−');
  const name = i => sheet.players[i] || `Player ${i + 1}`;

  function field(value, label, change, props) {
    const input = make('input', Object.assign({ type: 'text', value, autocomplete: 'off' }, props || {}));
    input.setAttribute('aria-label', label);
    input.addEventListener('input', () => { change(input.value); keep(); sum(); });
    return input;
  }
  function sum() {
    const totals = sheet.players.map((_, i) => sheet.hands.reduce((all, hand) => all + (number(hand.points[i]) || 0), 0));
    Array.from(table.tFoot.rows[0].cells).slice(1).forEach((cell, i) => { cell.textContent = told(totals[i]); });
    const wrong = sheet.hands.findIndex(hand => hand.points.some(p => Number.isNaN(number(p))));
    const best = Math.max(...totals), ahead = totals.filter(t => t === best).length;
    say.textContent = wrong >= 0 ? `Hand ${wrong + 1}: points are numbers, as 12, -7 or 2.5.`
      : best === Math.min(...totals) ? '' : ahead > 1 ? `${ahead} players are level with ${told(best)}.` : `${name(totals.indexOf(best))} leads with ${told(best)}.`;
  }
  function draw() {
    const heads = sheet.players.map((player, i) => make('th', { scope: 'col' }, field(player, `Name of player ${i + 1}`, value => { sheet.players[i] = value; }, { placeholder: `Player ${i + 1}`, size: 7 })));
    const rows = sheet.hands.map((hand, n) => {
      const at = make('th', { scope: 'row', textContent: n + 1 });
      return make('tr', {}, at,
        make('td', {}, field(hand.contract, `Hand ${n + 1}, contract and declarer`, value => { hand.contract = value; }, { size: 12 })),
        make('td', {}, field(hand.bonuses, `Hand ${n + 1}, bonuses`, value => { hand.bonuses = value; }, { size: 12 })),
        ...hand.points.map((points, i) => make('td', { className: 'num' }, field(points, `Hand ${n + 1}, points of player ${i + 1}`, value => { hand.points[i] = value; }, { size: 4 }))));
    });
    table.replaceChildren(make('caption', { textContent: 'Hands and points' }),
      make('thead', {}, make('tr', {}, make('th', { scope: 'col', textContent: 'Hand' }), make('th', { scope: 'col', textContent: 'Contract, declarer' }), make('th', { scope: 'col', textContent: 'Bonuses' }), ...heads)),
      make('tbody', {}, ...rows),
      make('tfoot', {}, make('tr', {}, make('th', { scope: 'row', colSpan: 3, textContent: 'Together' }), ...sheet.players.map(() => make('td', { className: 'num' })))));
    fewer.disabled = sheet.players.length < 3;
    more.disabled = sheet.players.length >= MOST;
    sum();
  }
  const act = (words, change) => {
    const button = make('button', { type: 'button', textContent: words });
    button.addEventListener('click', () => { change(); keep(); draw(); });
    return button;
  };
  const next = act('Next hand', () => sheet.hands.push(empty(sheet.players.length)));
  next.addEventListener('click', () => table.tBodies[0].lastChild.querySelector('input').focus());
  const more = act('One player more', () => { sheet.players.push(''); sheet.hands.forEach(h => h.points.push('')); });
  const fewer = act('One player fewer', () => { sheet.players.pop(); sheet.hands.forEach(h => h.points.pop()); });
  const last = act('Take the last hand away', () => { sheet.hands.pop(); if (!sheet.hands.length) sheet.hands.push(empty(sheet.players.length)); });
  const anew = act('Begin anew', () => { if (confirm('Take all hands away? The names stay.')) sheet.hands = [empty(sheet.players.length)]; });
  const print = make('button', { type: 'button', textContent: 'Print' });
  print.addEventListener('click', () => { document.body.classList.add('sheet-alone'); window.print(); });
  addEventListener('afterprint', () => document.body.classList.remove('sheet-alone'));
  home.replaceChildren(make('div', { className: 'scroller' }, table), say, make('p', { className: 'acts' }, next, ' ', more, ' ', fewer, ' ', last, ' ', anew, ' ', print));
  draw();
})();
