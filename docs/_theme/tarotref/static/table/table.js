/* The table: a hand of any ruleset that runs, played against simple players. The rules are kept by the package itself, which
   runs in worker.js; this file shows what it says (tarotref/cli/seat.py) and passes on what the reader does. */
(function () {
  'use strict';
  const app = document.getElementById('table-app');
  const root = document.documentElement.dataset.content_root || './';
  const games = JSON.parse(document.getElementById('table-games').textContent);
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
  const FOLDER = 'Browsers start no table from a folder of files. Run “make serve” in the checkout, and open http://localhost:8000/docs/table.html.';
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids.filter(k => k != null));
    return e;
  };
  const wait = ms => new Promise(done => setTimeout(done, still ? 0 : ms));

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
    if (location.protocol === 'file:') throw new Error(FOLDER);
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
  const deal = make('button', { type: 'submit', className: 'chief', textContent: 'Deal' });
  const form = make('form', { className: 'which' },
    make('label', {}, 'Game ', choose), make('label', {}, 'Players ', players), deal);
  const far = make('p', { className: 'far' });
  const status = make('p', { className: 'status' });
  status.setAttribute('role', 'status');
  const felt = make('div', { className: 'felt', hidden: true });
  const choices = make('div', { className: 'choices' });
  const hand = make('div', { className: 'hand' });
  hand.setAttribute('role', 'group');
  hand.setAttribute('aria-label', 'Your hand');
  const tools = make('div', { className: 'tools', hidden: true });
  const log = make('details', { className: 'log', hidden: true }, make('summary', { textContent: 'What has happened' }), make('ol'));
  const score = make('p', { className: 'score', hidden: true });
  const end = make('section', { className: 'end', hidden: true });
  const assumed = make('details', { className: 'assumed', hidden: true });
  app.append(form, far, score, status, felt, choices, hand, tools, end, log, assumed);
  const tell = words => { status.textContent = words; };

  games.forEach(group => {
    choose.append(make('optgroup', { label: group.of }, ...group.games.map(g => make('option', { value: g.id, textContent: g.title }))));
  });
  const all = new Map(games.flatMap(group => group.games.map(g => [g.id, g])));
  function numbers() {
    const game = all.get(choose.value);
    const before = players.value;
    players.replaceChildren(...(game ? game.players : []).map(n => make('option', { value: n, textContent: n })));
    if (game && game.players.includes(Number(before))) players.value = before;
  }
  choose.onchange = numbers;

  /* ---- what is shown ---- */
  let table = null, now = null, seen = 1, busy = false;
  const picture = card => {
    const e = make('span', { className: 'card' });
    e.innerHTML = table.cards[card] ? table.cards[card].face : '';
    return e;
  };
  const sentence = why => why.charAt(0).toUpperCase() + why.slice(1) + (/[.)]$/.test(why) || !why ? '' : '.');
  const name = card => (table.cards[card] ? table.cards[card].name : card);

  function place(seat, wide, high) {  // where a seat stands round the table, the reader below
    const n = table.players;
    const turn = ((seat - now.me + n) % n) / n * 2 * Math.PI;
    return `left:${50 + wide * Math.sin(turn) * (table.clockwise ? -1 : 1)}%;top:${50 + high * Math.cos(turn)}%`;
  }
  function seats(lit) {
    felt.replaceChildren();
    felt.hidden = false;
    now.names.forEach((who, seat) => {
      if (seat === now.me) return;
      const box = make('div', { className: 'seat' + (seat === lit ? ' lit' : '') },
        make('b', { textContent: who.charAt(0).toUpperCase() + who.slice(1) }),
        make('span', { className: 'role', textContent: [seat === now.dealer ? 'dealer' : '', now.roles[seat]].filter(Boolean).join(', ') }),
        make('span', { className: 'tricks', textContent: now.trick_number > 1 || now.won[seat] ? `${now.won[seat]} tricks` : `${now.held[seat]} cards` }),
        now.said[seat] ? make('q', { textContent: now.said[seat] }) : null,
        now.stacks.length ? make('div', { className: 'open' }, ...now.stacks[seat].map(stack)) : null);
      box.style.cssText = place(seat, 40, 38);
      felt.append(box);
    });
    const middle = make('div', { className: 'middle' });
    if (now.contract) middle.append(make('p', { className: 'contract', textContent: now.contract }));
    felt.append(middle);
    return middle;
  }
  function lay(trick, winner) {
    felt.querySelectorAll('.laid').forEach(e => e.remove());
    trick.forEach(({ seat, card }) => {
      const e = make('div', { className: 'laid' + (seat === winner ? ' wins' : '') }, picture(card));
      e.style.cssText = place(seat, 14, 20);
      e.title = `${now.names[seat] || 'the dead hand'}: ${name(card)}`;
      felt.append(e);
    });
  }
  function stack([card, below]) {  // the open card of a stack, and how many lie below it
    const e = card ? picture(card) : make('span', { className: 'card none' });
    e.title = `${card ? name(card) : 'nothing'} over ${below}`;
    return e;
  }
  function openCards(label, cards) {
    return make('div', { className: 'open' }, make('span', { textContent: label }), ...cards.map(card => {
      const e = picture(card);
      e.title = name(card);
      return e;
    }));
  }

  function show() {
    const middle = seats(now.turn);
    middle.append(...now.open.map(pile => openCards(pile.name, pile.cards)));
    lay(now.trick, null);
    const lift = now.hand.some(c => c.may);
    hand.replaceChildren(...now.hand.map(({ card, may }) => {
      const e = make('button', { type: 'button', className: 'mine' + (may ? ' may' : lift ? ' not' : '') }, picture(card));
      e.setAttribute('aria-label', name(card));
      if (lift && !may) e.setAttribute('aria-disabled', 'true');
      e.onclick = () => (may ? act(`${may} ${card}`) : forbid(card));
      return e;
    }));
    hand.style.setProperty('--cards', now.hand.length);
    choices.replaceChildren(...now.choices.map(({ do: what, say }) => {
      const e = make('button', { type: 'button', textContent: say });
      e.onclick = () => act(what);
      return e;
    }), ...now.others.map(({ do: what, card }) => {
      const e = make('button', { type: 'button', className: 'mine may' }, picture(card));
      e.setAttribute('aria-label', name(card));
      e.onclick = () => act(what);
      return e;
    }));
    tools.hidden = false;
    log.hidden = false;
    const mine = now.turn === now.me;
    if (now.over) tell('The hand is over.');
    else if (mine) {
      const led = now.trick.length ? '' : now.kind === 'play' ? ' You lead.' : '';
      const dead = now.dead_hand_plays ? ' (for the dead hand)' : '';
      tell((now.kind === 'play' ? `Trick ${now.trick_number}.${led} ` : '') + (KINDS[now.kind] || 'It is your turn: choose.') + dead);
    }
    score.hidden = !now.score.length;
    score.textContent = `Hand ${now.number}. So far: ${now.score.map(([who, total]) => `${who} ${total}`).join(', ')}.`;
    finish();
    address();
  }
  function finish() {
    end.hidden = !now.over;
    if (!now.over) return;
    const more = make('button', { type: 'button', className: 'chief', textContent: 'Next hand' });
    more.onclick = async () => { await call('next_hand'); seen = 1; await look(); };
    const { lines, heads, rows } = now.result;
    const row = (cells, tag) => make('tr', {}, ...cells.map(text => make(tag, { textContent: text })));
    const parts = [make('h2', { textContent: 'What the hand came to' })];
    if (rows.length) {
      parts.push(make('div', { className: 'scroller' }, make('table', {}, make('thead', {}, row([...heads, 'for'], 'th')), make('tbody', {}, ...rows.map(r => row(r, 'td'))))));
    }
    const list = make('ul', { className: 'account' });
    lines.forEach(line => {  // the working of a count is set in below its sum
      if (line.startsWith('  ') && list.lastChild) list.lastChild.append(make('small', { textContent: line.trim() }));
      else list.append(make('li', { textContent: line }));
    });
    end.replaceChildren(...parts, more, list);
  }
  function note(moves) {
    const list = log.querySelector('ol');
    moves.forEach(move => move.lines.forEach(line => list.append(make('li', { textContent: line }))));
  }
  function address() {
    const url = new URL(location.href);
    url.search = new URLSearchParams({ game: table.ruleset.replace(/\/main$/, ''), players: table.players, seed: table.seed });
    url.hash = now.number === 1 && now.acts.length ? 'acts=' + now.acts.map(encodeURIComponent).join(';') : '';
    history.replaceState(null, '', url);
  }

  /* ---- what is done ---- */
  async function look() {
    const before = now;
    now = await call('look', seen);
    const moves = now.moves;
    note(moves);
    if (before && before.number === now.number) {
      for (const move of moves) {
        if (move.say && move.seat !== now.me) { tell(`${now.names[move.seat]}: ${move.say}`); await wait(350); }
        if (move.trick.length) {
          lay(move.trick, move.taken);
          await wait(move.taken === null ? 350 : 900);
        }
      }
    }
    seen = now.at;
    show();
  }
  async function act(what) {
    if (busy) return;
    busy = true;
    try {
      const why = await call('do', what);
      if (why) tell(sentence(why)); else await look();
    } catch (error) { tell(error.message); } finally { busy = false; }
  }
  async function forbid(card) {
    if (now.turn !== now.me || !now.kind) return;
    tell(sentence(await call('why_not', `${now.kind} ${card}`)) || `${name(card)} may not be chosen now.`);
  }
  const tool = (words, does) => {
    const e = make('button', { type: 'button', textContent: words });
    e.onclick = async () => { if (!busy && now) { busy = true; try { await does(); } finally { busy = false; } } };
    tools.append(e);
  };
  tool('What would a careful player do?', async () => {
    const advice = await call('advice');
    tell(advice ? `A player who keeps to the rules of thumb: ${advice}.` : 'The hand is over.');
  });
  tool('Take back', async () => {
    await call('undo');
    seen = 10 ** 9;
    log.querySelector('ol').replaceChildren();
    now = await call('look', 1);
    note(now.moves);
    seen = now.at;
    show();
  });
  tool('Copy a link to this hand', async () => {
    try { await navigator.clipboard.writeText(location.href); tell('The link is copied: it leads to this hand as it stands now.'); } catch (e) { tell(location.href); }
  });

  async function sit(acts) {
    busy = true;
    deal.disabled = true;
    try {
      begin();
      tell(worker && table ? STAGES.ready : STAGES.python);
      const seed = asked.get('seed') || String(Math.floor(Math.random() * 10 ** 6));
      asked.delete('seed');
      await call('sit', choose.value, Number(players.value), /^\d+$/.test(seed) ? Number(seed) : seed, 0);
      table = await call('table');
      for (const text of acts) {
        const why = await call('do', text);
        if (why) { tell(`The link does not lead further: ${why}`); break; }
      }
      log.querySelector('ol').replaceChildren();
      seen = 1;
      now = null;
      await look();
      if (app.getBoundingClientRect().top > 100) app.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
      far.textContent = table.how_far.join(' ').replace(', named below the hand', ', named below');
      assumed.hidden = !table.assumed.length;
      assumed.replaceChildren(make('summary', { textContent: 'What the source leaves open, and we assume' }),
        make('ul', {}, ...table.assumed.map(line => make('li', { textContent: line }))));
    } catch (error) { tell(error.message); } finally { busy = false; deal.disabled = false; deal.textContent = 'Deal another'; }
  }
  form.onsubmit = event => { event.preventDefault(); now = null; sit([]); };

  const wanted = asked.get('game');
  if (wanted && all.has(wanted)) choose.value = wanted;
  else if (wanted) { choose.prepend(make('option', { value: wanted, textContent: wanted })); choose.value = wanted; all.set(wanted, { players: [Number(asked.get('players')) || 3] }); }
  numbers();
  if (asked.get('players')) players.value = asked.get('players');
  const acts = /^#acts=/.test(location.hash) ? location.hash.slice(6).split(';').map(decodeURIComponent) : [];
  tell('Nothing is loaded before you deal. You sit after the dealer; simple players take the other seats.');
  if (wanted) sit(acts);
})();
