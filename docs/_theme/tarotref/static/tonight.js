/* What can I play tonight? The number of players and the pack at hand, from the same data as compare.js.
   <div id="tonight-app"></div>. A pack at hand may serve several packs of the records:
   TAROTREF.tonight = {packs: [{id, label, plays: ["tarot-78-french", ...]}], evidence: ["described", "observed", ...]}
   Without it every pack of the records is a choice. The answer goes into the address: ?players=4&pack=... */
(function () {
  'use strict';
  const home = document.getElementById('tonight-app');
  const data = (window.TAROTREF || {}).rulesets;
  if (!home || !data) return;
  const given = window.TAROTREF.tonight || {};
  const root = document.documentElement.dataset.content_root || './';
  const order = new Intl.Collator('en', { numeric: true });
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids);
    return e;
  };
  const bare = v => v && typeof v === 'object' && 'value' in v ? v.value : v;
  const list = v => v === null || v === undefined ? [] : Array.isArray(v) ? v.map(String) : String(v.value || v).split(/[;,\s]+/).filter(Boolean);
  const rows = Object.entries(data.rows).filter(([id, r]) => /\/main$/.test(id) && (!given.evidence || given.evidence.includes(r.evidence)));
  const labels = (data.columns.find(c => c.name === 'pack') || {}).values || {};
  const packs = given.packs || Array.from(new Set(rows.flatMap(([, r]) => list(r.pack)))).sort(order.compare)
    .map(id => ({ id, label: labels[id] || id.replace(/-/g, ' '), plays: [id] }));
  const counts = Array.from(new Set(rows.flatMap(([, r]) => list(r.players)))).filter(n => /^\d+$/.test(n)).sort(order.compare);
  const p = new URLSearchParams(location.search);

  const seg = make('div', { className: 'seg' }, ...counts.map(n => make('label', {},
    make('input', { type: 'radio', name: 'players', value: n, checked: n === (p.get('players') || '4') }), make('span', { textContent: n }))));
  const select = make('select', { name: 'pack' }, new Option('any pack', ''), ...packs.map(k => new Option(k.label, k.id)));
  select.value = packs.some(k => k.id === p.get('pack')) ? p.get('pack') : '';
  const form = make('form', { className: 'asks' },
    make('fieldset', {}, make('legend', { textContent: 'How many are you?' }), seg),
    make('label', { className: 'pack', textContent: 'Which pack have you?' }, select));
  const count = make('p', { className: 'result-count' });
  const out = make('ul', { className: 'tonight-list' });
  const more = make('button', { type: 'button', hidden: true });
  count.setAttribute('role', 'status');
  let open = false;
  more.addEventListener('click', () => { open = true; draw(false); });

  function draw(save) {
    const n = (form.querySelector('input:checked') || {}).value;
    const pack = packs.find(k => k.id === select.value);
    const fit = rows.filter(([, r]) => list(r.players).includes(n) && (!pack || list(r.pack).some(x => pack.plays.includes(x))));
    fit.sort((a, b) => order.compare(a[0], b[0]));
    count.textContent = fit.length ? fit.length + (fit.length === 1 ? ' game' : ' games') : 'None for this number with this pack.';
    const shown = open ? fit : fit.slice(0, 12);
    out.replaceChildren(...shown.map(([id, r]) => make('li', {}, make('a', { href: root + (r.url || '') },
      make('span', { className: 'dm', textContent: r.game || id.replace('/main', '') }), make('span', { textContent: r.title }),
      make('small', { textContent: [r.places_text, r.played_text, bare(r.pack_cards) ? bare(r.pack_cards) + ' cards' : ''].filter(Boolean).join(' · ') })))));
    more.hidden = shown.length === fit.length;
    more.textContent = 'Show all ' + fit.length;
    if (!save) return;
    const q = new URLSearchParams(location.search);
    q.set('players', n);
    if (select.value) q.set('pack', select.value); else q.delete('pack');
    history.replaceState(null, '', '?' + q + location.hash);
  }
  form.addEventListener('submit', e => e.preventDefault());
  form.addEventListener('input', () => { open = false; draw(true); });
  home.replaceChildren(form, count, out, more);
  draw(false);
})();
