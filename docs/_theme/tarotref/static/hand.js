/* A hand played out, trick by trick: table.tricks gets a bar of buttons, and the arrow keys while it is in sight.

   Up to the trick one has come to, rows are shown as they are; later ones are faint. In dl.hands the cards that have been
   played are struck out. Without JavaScript all stands there at once. */
(function () {
  'use strict';
  document.querySelectorAll('table.tricks').forEach(table => {
    const rows = Array.from(table.tBodies[0].rows);
    const tricks = rows.filter(row => !row.classList.contains('said'));
    const heads = Array.from(table.tHead.rows[0].cells).map(th => (th.querySelector('span') || th).firstChild.data || '');
    const section = table.closest('section');
    const suit = card => /s-[a-z]+/.exec(card.closest('[class*="s-"]').className)[0];
    const key = card => (card.textContent.trim() ? suit(card) + card.textContent.trim() : 'fool');
    const held = new Map();
    section.querySelectorAll('dl.hands .strip > b').forEach(card => {
      held.set(key(card), [...(held.get(key(card)) || []), card]);
    });
    let at = null;                                       // null: the whole hand, as without JavaScript

    const bar = document.createElement('div');
    bar.className = 'stepper';
    bar.setAttribute('role', 'group');
    bar.setAttribute('aria-label', 'Step through the tricks');
    const said = document.createElement('output');
    const button = (text, label, to) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.textContent = text;
      made.setAttribute('aria-label', label);
      made.addEventListener('click', () => go(to()));
      bar.append(made);
      return made;
    };
    const back = button('←', 'One trick back', () => at - 1);
    const on = button('→', 'One trick on', () => (at === null ? 0 : at + 1));
    const all = button('All', 'Show all tricks', () => null);
    bar.append(said);
    (table.closest('.scroller') || table).before(bar);

    function words(n) {
      if (n === null) return 'Arrow keys play it trick by trick.';
      if (n === 0) return 'Before the first of ' + tricks.length + ' tricks.';
      const row = tricks[n - 1];
      const name = cell => heads[cell.cellIndex];
      const card = cell => 'the ' + cell.querySelector('.tile').getAttribute('aria-label').replace(/^trump /, '');
      const led = row.querySelector('.led'), won = row.querySelector('.won');
      const what = led === won ? name(led) + ' leads ' + card(led) + ' and wins' : name(led) + ' leads ' + card(led) + '; ' + name(won) + ' wins with ' + card(won);
      return 'Trick ' + n + ' of ' + tricks.length + ': ' + what + '.';
    }
    function go(n) {
      at = n === null ? null : Math.max(0, Math.min(tricks.length, n));
      const now = at ? rows.indexOf(tricks[at - 1]) : -1;
      rows.forEach((row, i) => {
        row.classList.toggle('later', at !== null && i > now);
        row.classList.toggle('now', at !== null && i === now);
      });
      held.forEach(cards => cards.forEach(card => card.classList.remove('gone')));
      tricks.slice(0, at || 0).forEach(row => row.querySelectorAll('.tile').forEach(tile => {
        const card = (held.get(key(tile)) || []).find(one => !one.classList.contains('gone'));
        if (card) card.classList.add('gone');
      }));
      back.disabled = !at;
      all.disabled = at === null;
      on.disabled = at === tricks.length;
      said.textContent = words(at);
      if (now >= 0) rows[now].scrollIntoView({ block: 'nearest' });
    }
    addEventListener('keydown', e => {
      if (e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      if (e.target.closest('input, select, textarea, .scroller.over')) return;
      const box = table.getBoundingClientRect();
      if (!box.height || box.bottom < 0 || box.top > innerHeight) return;
      if (e.key === 'ArrowRight') go(at === null ? 1 : at + 1);
      else if (e.key === 'ArrowLeft' && at) go(at - 1);
      else if (e.key === 'Escape' && at !== null) go(null);
      else return;
      e.preventDefault();
    });
    go(null);
  });
})();
