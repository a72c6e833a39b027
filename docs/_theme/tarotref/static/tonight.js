/* What can I play tonight? #tonight-app holds the question and its first answer (view `tonight`). The games come with
   tonight-data.js, which is loaded when the question is changed, or when the address asks: ?players=4&pack=...
   TAROTREF.tonight = {packs: [{id, label, cards, plays: [pack, ...]}], games: [{number, title, url, players: [n], pack, cards, alive,
   told: [where and when, difficulty], line, minutes: {n: m}}]}, the games in the order in which they are advised. */
(function () {
  'use strict';
  const home = document.getElementById('tonight-app');
  if (!home) return;
  const root = document.documentElement.dataset.content_root || './';
  const [form, count, out, more] = ['form', '.result-count', '.tonight-list', 'button'].map(s => home.querySelector(s));
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids);
    return e;
  };
  const FIRST = 8;
  const part = (pack, game) => (game.alive ? 0 : 2) + (game.cards < pack.cards ? 1 : 0);
  let coming = null;
  const data = () => coming || (coming = new Promise((resolve, reject) => {
    document.head.append(make('script', {
      src: root + '_static/tonight-data.js', onload: () => resolve(window.TAROTREF.tonight), onerror: reject,
    }));
  }));
  const number = () => Number((form.querySelector('input:checked') || {}).value);

  async function draw(all) {
    let known;
    try { known = await data(); } catch (e) { count.textContent = 'The list of games could not be loaded.'; return; }
    const n = number();
    const pack = known.packs.find(p => p.id === form.pack.value);
    const fit = known.games.filter(g => g.players.includes(n) && (!pack || pack.plays.includes(g.pack)));
    if (pack) fit.sort((a, b) => part(pack, a) - part(pack, b));   // stable: those for the whole pack first
    const shown = all ? fit : fit.slice(0, FIRST);
    count.textContent = fit.length ? `${fit.length} ${fit.length === 1 ? 'game' : 'games'} for ${n}: those still played first, the best known before others` : 'None for this number with this pack.';
    out.replaceChildren(...shown.map(g => make('li', {}, make('a', { href: root + g.url },
      make('span', { className: 'dm', textContent: g.number }), make('span', { textContent: g.title }),
      make('small', { className: 'line', textContent: g.line }),
      make('small', { textContent: [g.told[0], n in g.minutes ? `about ${g.minutes[n]} minutes a hand` : '', g.told[1]].filter(Boolean).join(' · ') })))));
    more.hidden = shown.length === fit.length;
    more.textContent = 'Show all ' + fit.length;
  }
  function save() {
    const q = new URLSearchParams(location.search);
    q.set('players', number());
    if (form.pack.value) q.set('pack', form.pack.value); else q.delete('pack');
    history.replaceState(null, '', '?' + q + location.hash);
  }
  form.addEventListener('submit', e => e.preventDefault());
  form.addEventListener('input', () => { save(); draw(false); });
  more.addEventListener('click', () => draw(true));
  more.hidden = out.children.length < FIRST;
  const asked = new URLSearchParams(location.search);
  if (asked.has('players') || asked.has('pack')) {
    const seat = Array.from(form.elements.players).find(e => e.value === asked.get('players'));
    if (seat) seat.checked = true;
    if (Array.from(form.pack.options).some(o => o.value === asked.get('pack'))) form.pack.value = asked.get('pack');
    draw(false);
  }
})();
