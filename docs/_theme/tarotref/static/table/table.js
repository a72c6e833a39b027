/* The table: a hand of any ruleset that runs, played against simple players. The rules are kept by the package itself, which
   runs in worker.js; this file asks it (tarotref/cli/seat.py) and passes on what the reader does; felt.js shows the cards. */
(function () {
'use strict';
const { Felt, make, picture, sentence, glossary } = window.tarotTable;

const app = document.getElementById('table-app');
const root = document.documentElement.dataset.content_root || './';
const { families: games, terms } = JSON.parse(document.getElementById('table-games').textContent);
const glossed = glossary(terms, `${root}docs/glossary/`);
const asked = new URLSearchParams(location.search);
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const STAGES = {
  python: 'Starting Python in your browser (once about 12 MB)…',
  rules: 'Reading the rules…',
  ready: 'Dealing…',
};
const KINDS = {
  play: 'Play a card.', discard: 'Choose a card to discard.', keep: 'Choose a card to keep.', give: 'Choose a card to give.',
  ask: 'Choose a card to ask for.', call: 'Choose a card to call.',
};
const PHASES = {
  bid: 'What do you bid?', contract: 'Which contract do you play?', announce: 'Do you announce anything?', double: 'Do you double or announce anything?',
  'declare-early': 'Do you declare anything before the discard?', declare: 'Do you declare anything?', packet: 'Which packet do you take?', stage: 'Do you take these cards?', trumps: 'Which suit is trumps?',
  sell: 'What is left of the pack: do you sell or buy it?',
};
const RULES = { bid: 'bidding', contract: 'bidding', play: 'play', discard: 'deal-and-discard', keep: 'deal-and-discard', give: 'deal-and-discard' };
const FOLDER = 'Browsers start no table from a folder of files. Run “make serve” in the checkout, and open http://localhost:8000/docs/table.html.';
const FIRST = '5.3';  // where nothing is bid or declared
const SEATS = ['eldest hand', 'second hand', 'third hand', 'fourth hand', 'fifth hand', 'sixth hand', 'seventh hand'];

/* ---- Python, in its own thread ---- */
let worker = null, calls = 0;
const waiting = new Map();
function call(name, ...args) {
  return new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, { resolve, reject });
    worker.postMessage({ id: calls, call: name, args });
  });
}
function begin() {
  if (worker) return;
  worker = new Worker(`${root}_static/table/worker.js`, { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (data.stage) { tell(STAGES[data.stage]); return; }
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) reject(new Error(data.error)); else resolve(data.answer);
  };
  worker.onerror = event => {
    event.preventDefault();
    tell('The table could not be started: the files that it needs are not here.');
  };
}

/* ---- the parts of the page ---- */
const choose = make('select', { name: 'game' });
const players = make('select', { name: 'players' });
const sits = make('select', { name: 'seat' });
const deal = make('button', { type: 'submit', className: 'chief', textContent: 'Deal' });
const faceUp = make('input', { type: 'checkbox', name: 'open' });
const form = make('form', { className: 'which' },
  make('label', {}, 'Game ', choose), make('label', {}, 'Players ', players), make('label', {}, 'You are ', sits),
  make('label', { className: 'toggle' }, faceUp, ' All hands open, for a first hand'), deal);
const title = make('strong'), rules = make('a', { target: '_blank', textContent: 'The rules' });
const again = make('button', { type: 'button', textContent: 'Deal another' });
const change = make('button', { type: 'button', textContent: 'Another game' });
const seated = make('div', { className: 'seated', hidden: true }, title, rules, again, change);
const far = make('p', { className: 'far' });
const status = make('p', { className: 'status' });
status.setAttribute('role', 'status');
const felt = new Felt(glossed);
const choices = make('div', { className: 'choices' });
const meanings = make('details', { className: 'meanings', hidden: true });
const tools = make('div', { className: 'tools', hidden: true });
const log = make('details', { className: 'log', hidden: true }, make('summary', { textContent: 'What has happened' }), make('ol'));
const tricks = make('details', { className: 'tricks-won', hidden: true }, make('summary', { textContent: 'Tricks so far' }), make('ol'));
const score = make('details', { className: 'score', hidden: true }, make('summary', { textContent: 'Score of the evening' }), make('div', { className: 'scroller' }));
const end = make('section', { className: 'end', hidden: true });
const assumed = make('details', { className: 'assumed', hidden: true });
app.append(seated, form, far, felt.board, status, choices, meanings, felt.hand, felt.others, end, score, tools, tricks, log, assumed);
function tell(words, after) {
  status.replaceChildren(words, ...(after ? [' ', after] : []));
}

games.forEach(group => {
  choose.append(make('optgroup', { label: group.of }, ...group.games.map(g => make('option', { value: g.id, textContent: g.title }))));
});
const all = new Map(games.flatMap(group => group.games.map(g => [g.id, g])));
function offer(select, values, words) {
  const before = select.value;
  select.replaceChildren(...values.map(n => make('option', { value: n, textContent: words(n) })));
  if (values.some(n => String(n) === before)) select.value = before;
}
function numbers() {
  const game = all.get(choose.value);
  offer(players, game ? game.players : [], n => n);
  const n = Number(players.value) || 0;
  offer(sits, [...Array(n).keys()], k => (k === n - 1 ? 'dealer' : SEATS[k]));
}
choose.onchange = numbers;
players.onchange = numbers;

/* ---- what is shown ---- */
let table = null, now = null, seen = 1, fresh = false, busy = false, hurried = false, openHands = false, points = false;
const wait = ms => new Promise(done => setTimeout(done, still || hurried ? 0 : ms));
felt.board.onclick = () => { hurried = busy; };
felt.oncard = ({ card, may }) => (may ? act(`${may} ${card}`) : forbid(card));
const ruleset = () => table.ruleset.replace(/\/main$/, '');
const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

function rule(words, place) {  // a link to where the page of the game tells the rule
  const game = all.get(table.game);
  if (!game || !game.page) return null;
  return make('a', { href: `${root}${game.page}#${place || RULES[now.phase] || 'main'}`, target: '_blank', textContent: words });
}
function prompt() {
  if (now.over) return now.result.lines[0] && /^(Contract|The hand)/.test(now.result.lines[0]) ? `The hand is over. ${sentence(now.result.lines[0])}` : 'The hand is over.';
  if (now.turn !== now.me) return `It is the turn of ${now.names[now.turn]}. You may play on from here.`;
  const led = now.kind === 'play' && !now.trick.length ? ' You lead.' : '';
  const open = now.plays_for === null ? '' : ` It is for the open hand of ${now.names[now.plays_for]}.`;
  const dead = now.dead_hand_plays ? ' It is for the dead hand.' : open;
  const trick = now.kind === 'play' ? `Trick ${now.tricks.length + 1}.${led} ` : '';
  return trick + (KINDS[now.kind] || PHASES[now.phase] || 'It is your turn: choose.') + dead;
}
function spoken() {  // the last trick and this one in words, for those who do not see them
  const called = seat => now.names[seat] || 'the dead hand';
  const cards = trick => trick.map(({ seat, card }) => `${called(seat)} ${felt.name(card)}`).join(', ');
  const last = now.tricks[now.tricks.length - 1];
  const words = [...(last && fresh ? [`Trick ${now.tricks.length} to ${called(last.winner)}: ${cards(last.cards)}.`] : []), ...(now.trick.length ? [`Now ${cards(now.trick)}.`] : [])];
  return make('span', { className: 'unseen', textContent: words.join(' ') });
}
function sheet({ heads, rows }, last, rules) {  // figures by player, and what each row is for
  const row = (cells, tag, place) => make('tr', {}, ...cells.map((text, n) => make(tag, {}, n < heads.length ? text : place ? rule(text, place) || text : text)));
  return make('table', {}, make('thead', {}, row([...heads, last], 'th')),
    make('tbody', {}, ...rows.map((cells, n) => row(cells, 'td', rules && rules[n]))));
}
function show() {
  const focused = felt.hand.contains(document.activeElement) || choices.contains(document.activeElement);
  felt.show(table, now, { points, openHands });
  choices.replaceChildren(...now.choices.map(({ do: what, say, means }) => {
    const e = make('button', { type: 'button', textContent: say, title: means });
    e.onclick = () => act(what);
    return e;
  }), ...now.others.map(({ do: what, card }) => {
    const e = make('button', { type: 'button', className: 'mine may' }, picture(table, card));
    e.setAttribute('aria-label', felt.name(card));
    e.onclick = () => act(what);
    return e;
  }));
  const told = now.choices.filter(one => one.means);
  meanings.hidden = !told.length;
  meanings.replaceChildren(make('summary', { textContent: 'What these mean and pay' }),
    make('dl', {}, ...told.flatMap(({ say, means }) => [make('dt', {}, ...glossed(say)), make('dd', {}, ...glossed(sentence(means)))])),
    rule('The rules on the page of the game') || '');
  [tools, log].forEach(part => { part.hidden = false; });
  tell(prompt(), now.over || now.kind === 'play' ? spoken() : null);
  score.hidden = !now.score;
  if (now.score) {
    score.open = score.open || now.over;
    score.querySelector('summary').textContent = `Score of the evening, hand ${now.number}${now.score.over ? ': the rubber is over' : ''}`;
    score.querySelector('.scroller').replaceChildren(sheet(now.score, 'for'));
  }
  tricks.hidden = !now.tricks.length;
  won();
  log.querySelector('ol').replaceChildren(...now.story.map(line => make('li', {}, ...glossed(line))));
  stepper();
  finish();
  address();
  if (focused) (felt.hand.querySelector('.may') || choices.querySelector('button') || felt.hand.querySelector('button'))?.focus();
}
function won() {  // the tricks, as soon as one wants to see them
  if (!now || !tricks.open) return;
  tricks.querySelector('ol').replaceChildren(...now.tricks.map(({ cards, winner }) => make('li', {},
    ...cards.map(({ seat, card }) => {
      const e = picture(table, card);
      e.title = `${now.names[seat] || 'the dead hand'}: ${felt.name(card)}`;
      e.classList.toggle('wins', seat === winner);
      return e;
    }), ` ${capital(now.names[winner] || 'the dead hand')}`)));
}
tricks.ontoggle = won;
function finish() {
  end.hidden = !now.over;
  if (!now.over) return;
  const more = make('button', { type: 'button', className: 'chief', textContent: 'Next hand' });
  more.onclick = () => alone(async () => { await call('next_hand'); now = null; await look(); });
  choices.replaceChildren(more);
  const { lines, rows, rules } = now.result;
  const parts = [make('h2', { textContent: 'What the hand came to' })];
  if (rows.length) parts.push(make('div', { className: 'scroller' }, sheet(now.result, 'for', rules)));
  const list = make('ul', { className: 'account' });
  lines.forEach(line => {  // the working of a count is set in below its sum
    if (line.startsWith('  ') && list.lastChild) list.lastChild.append(make('small', { textContent: line.trim() }));
    else list.append(make('li', {}, ...glossed(line)));
  });
  end.replaceChildren(...parts, list);
}
function written(acts) {
  return acts.split(', ').map(act => encodeURIComponent(act.replaceAll(' ', '_'))).join(';');
}
function read(hash) {
  return hash.split(';').map(act => decodeURIComponent(act).replaceAll('_', ' ')).join(', ');
}
function address() {
  const url = new URL(location.href);
  const at = now.now < now.last_moment ? { at: now.now } : {};
  url.search = new URLSearchParams({ game: ruleset(), players: table.players, seed: now.seed, ...(now.seat ? { seat: now.seat } : {}), ...at });
  url.hash = now.acts ? 'acts=' + written(now.acts) : '';
  history.replaceState(null, '', url);
}

/* ---- what is done ---- */
async function look() {
  const before = now;
  const next = await call('look', seen, openHands);
  hurried = false;
  if (before && before.number === next.number) {
    for (const move of next.moves) {
      if (move.say && move.seat !== next.me) { tell(`${capital(next.names[move.seat])}: ${move.say}`); await wait(500); }
      if (move.trick.length) {
        felt.lay(move.trick, move.taken);
        await wait(move.taken === null ? 400 : 1100);
      }
    }
  }
  const lines = next.moves.flatMap(move => move.lines);
  fresh = next.moves.some(move => move.taken !== null);
  next.story = [...(seen > 1 && before ? before.story : []), ...lines];
  now = next;
  seen = now.now + 1;
  show();
}
async function anew() {  // the hand looked at otherwise: all its story again, and nothing is moved
  now = null;
  seen = 1;
  await look();
}
let queue = Promise.resolve();
function alone(does) {  // one thing after the other
  queue = queue.then(async () => {
    busy = true;
    try { await does(); } catch (error) { tell(error.message); } finally { busy = false; }
  });
  return queue;
}
function act(what) {  // but no act before one has seen what came of the last
  return busy ? null : alone(async () => {
    if (await call('do', what)) await refuse(what); else await look();
  });
}
async function refuse(what) {
  const { say, rule: place } = await call('refused', what);
  tell(say, rule('The rule', place));
}
function forbid(card) {
  if (now.turn === now.me && now.kind) alone(() => refuse(`${now.kind} ${card}`));
}
const tool = (words, does, label) => {
  const e = make('button', { type: 'button', textContent: words });
  if (label) { e.title = label; e.setAttribute('aria-label', label); }
  e.onclick = () => alone(async () => now && does());  // a click while the hand is looked at anew waits its turn
  return e;
};
const toggle = (words, does, box = make('input', { type: 'checkbox' })) => {
  box.onchange = () => { does(box.checked); alone(async () => now && anew()); };
  return make('label', { className: 'toggle' }, box, ` ${words}`);
};
const go = to => async () => { await call('look_at', to()); await anew(); };
const back = tool('←', go(() => now.now - 1), 'One act back');
const on = tool('→', go(() => now.now + 1), 'One act on');
const first = tool('⇤', go(() => 0), 'To the deal');
const last = tool('⇥', go(() => now.last_moment), 'To where the hand stands');
const where = make('output');
const over = tool('Play on from here', async () => { await call('take_over'); await anew(); });
const other = make('select', { className: 'sit-there' });
other.setAttribute('aria-label', 'Sit in another seat and play on from here');
other.onchange = () => alone(async () => { await call('take_over', Number(other.value)); await anew(); });
function stepper() {
  back.disabled = first.disabled = now.now === 0;
  on.disabled = last.disabled = now.now === now.last_moment;
  where.textContent = now.last_moment ? `${now.now} of ${now.last_moment}` : '';
  over.hidden = now.over || (now.now === now.last_moment && now.turn === now.me);
  other.hidden = now.over;
  other.replaceChildren(make('option', { value: '', textContent: 'Sit elsewhere…' }),
    ...now.names.flatMap((who, seat) => (seat === now.me ? [] : [make('option', { value: seat, textContent: `in the seat of ${who}` })])));
}
const file = make('input', { type: 'file', accept: '.json,.txt', hidden: true });
file.onchange = async () => {
  const text = await file.files[0].text();
  file.value = '';
  sitDown(() => call('open', text));
};
const openly = make('input', { type: 'checkbox' });
const opens = tool('Open a saved hand', async () => {});
opens.onclick = () => file.click();
tools.append(
  make('div', {},
    tool('What would a careful player do?', async () => {
      const { say, why } = await call('advice');
      tell(say ? `${sentence(capital(say))} ${why}` : 'The hand is over.');
    }),
    tool('Take back', async () => { await call('undo'); await anew(); }),
    tool('Play it out for me', async () => { await call('play_out'); await anew(); })),
  make('div', { role: 'group', ariaLabel: 'Step through the hand' }, first, back, where, on, last, over, other),
  make('div', {},
    toggle('All hands open', shown => { openHands = shown; }, openly),
    toggle('Points so far', shown => { points = shown; })),
  make('div', {},
    tool('Copy a link to this hand', async () => {
      if (!now.acts && now.last_moment) { tell('What lies in the pots comes from hands before this one, so no link leads to it. Save it instead.'); return; }
      try { await navigator.clipboard.writeText(location.href); tell('The link is copied. It leads to this hand as it stands now.'); } catch (e) { tell(location.href); }
    }),
    tool('Save the hand', async () => {
      const link = URL.createObjectURL(new Blob([await call('save')], { type: 'application/json' }));
      make('a', { href: link, download: `tarot-${ruleset().replace('/', '-')}-${now.seed}.json` }).click();
      URL.revokeObjectURL(link);
      tell('The hand is saved. “tarotref play --replay” and this page read it.');
    }),
    opens, file));
addEventListener('keydown', event => {
  if (!now || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (felt.hand.contains(event.target) && felt.walk(event.key)) { event.preventDefault(); return; }
  if (event.target.closest('input, select, textarea, button, a')) return;
  if (event.key === 'ArrowLeft' && !back.disabled) back.click();
  else if (event.key === 'ArrowRight' && !on.disabled) on.click();
  else return;
  event.preventDefault();
});

/* ---- sitting down ---- */
async function sitDown(how) {
  await queue;
  if (busy) return;
  busy = true;
  deal.disabled = true;
  try {
    if (location.protocol === 'file:') throw new Error(FOLDER);
    tell(worker ? STAGES.ready : STAGES.python);
    begin();
    await how();
    table = await call('table');
    felt.cards = table.cards;
    now = null;
    seen = 1;
    await look();
    if (table.broken) tell(`The hand does not lead further. ${table.broken}`);
    if (all.has(ruleset())) choose.value = ruleset();
    numbers();
    players.value = table.players;
    title.textContent = `${table.title}, ${table.players} players`;
    rules.hidden = !all.get(table.game)?.page;
    if (!rules.hidden) rules.href = `${root}${all.get(table.game).page}`;
    form.hidden = true;
    seated.hidden = false;
    try { localStorage.setItem('table-game', table.game); } catch (e) { /* not kept */ }
    if (app.getBoundingClientRect().top > 100) app.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
    far.textContent = table.how_far.join(' ');
    assumed.hidden = !table.assumed.length;
    assumed.replaceChildren(make('summary', { textContent: 'What the source leaves open, and we assume' }),
      make('ul', {}, ...table.assumed.map(line => make('li', {}, ...glossed(line)))));
  } catch (error) { tell(error.message); } finally { busy = false; deal.disabled = false; }
}
function sit(seed, acts, at) {
  return sitDown(() => call('sit', choose.value, Number(players.value) || null, /^\d+$/.test(seed) ? Number(seed) : seed, Number(sits.value) || 0, acts, at));
}
const chance = () => String(Math.floor(Math.random() * 10 ** 6));
form.onsubmit = event => {
  event.preventDefault();
  openly.checked = openHands = faceUp.checked;
  sit(chance(), '', null);
};
again.onclick = () => sitDown(() => call('sit', ruleset(), table.players, Number(chance()), Number(sits.value) || 0, '', null));
change.onclick = () => { form.hidden = !form.hidden; if (!form.hidden) choose.focus(); };

let kept = null;
try { kept = localStorage.getItem('table-game'); } catch (e) { /* none */ }
choose.value = all.has(kept) ? kept : all.has(FIRST) ? FIRST : choose.options[0].value;
const wanted = asked.get('game');
if (wanted && all.has(wanted)) choose.value = wanted;
else if (wanted) {
  choose.prepend(make('option', { value: wanted, textContent: wanted }));
  choose.value = wanted;
  const main = all.get(wanted.split('/')[0]);
  all.set(wanted, { players: main ? main.players : [Number(asked.get('players')) || 3], page: main && main.page });
}
numbers();
if (asked.get('players')) { players.value = asked.get('players'); numbers(); }
if (asked.get('seat')) sits.value = asked.get('seat');
tell('Nothing is loaded before you deal. Simple players take the other seats.');
if (wanted) {
  const acts = /^#acts=/.test(location.hash) ? read(location.hash.slice(6)) : '';
  if (asked.get('hand') === 'page') sit('0', 'page', 0);
  else sit(asked.get('seed') || chance(), acts, asked.has('at') ? Number(asked.get('at')) : null);
}
})();
