/* Every page: light and dark, the menu, frames for wide tables, the current section in the contents. */
(function () {
  'use strict';
  const root = document.documentElement;
  const shade = document.getElementById('shade');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme || (dark.matches ? 'dark' : 'light')) === 'dark';
  const label = () => shade.setAttribute('aria-label', isDark() ? 'Switch to light' : 'Switch to dark');
  if (shade) {
    shade.hidden = false;
    label();
    dark.addEventListener('change', label);
    addEventListener('storage', event => {  // chosen on another page that is open, or just before this one was
      if (event.key !== 'tarotref-theme') return;
      if (event.newValue) root.dataset.theme = event.newValue; else delete root.dataset.theme;
      label();
    });
    shade.addEventListener('click', () => {
      const want = isDark() ? 'light' : 'dark';
      const system = dark.matches ? 'dark' : 'light';
      if (want === system) delete root.dataset.theme; else root.dataset.theme = want;
      try {
        if (want === system) localStorage.removeItem('tarotref-theme'); else localStorage.setItem('tarotref-theme', want);
      } catch (e) { /* private mode */ }
      label();
    });
  }

  // The menu: where its groups drop down, one at a time; a click elsewhere and Escape close it.
  const menu = document.getElementById('menu');
  if (menu) {
    const wide = matchMedia('(min-width:72rem)');
    const groups = [...menu.querySelectorAll('.group')];
    const close = but => {
      if (wide.matches) groups.forEach(g => { if (g !== but) g.open = false; }); else menu.open = false;
    };
    groups.forEach(g => g.addEventListener('toggle', () => { if (g.open && wide.matches) close(g); }));
    document.addEventListener('click', event => {
      const within = event.target.closest('.group, .menu');
      if (wide.matches ? !within || within === menu : !within) close();
      else if (event.target.closest('.group a')) close();
    });
    menu.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      const open = wide.matches ? groups.find(g => g.open && g.contains(event.target)) : menu;
      close();
      if (open) open.querySelector('summary').focus();
    });
    // Tabbing on out of a group leaves it.
    menu.addEventListener('focusout', event => {
      if (wide.matches && event.relatedTarget) groups.forEach(g => { if (g.open && !g.contains(event.relatedTarget)) g.open = false; });
    });
  }

  // A line may not break between a card and the comma after it (browsers allow it after any picture).
  document.querySelectorAll('.body svg.card').forEach(card => {
    const next = card.nextSibling;
    const mark = next && next.nodeType === 3 ? /^[,.;:!?)\]’”]+/.exec(next.data) : null;
    if (!mark) return;
    const span = document.createElement('span');
    span.className = 'nowrap';
    card.replaceWith(span);
    next.data = next.data.slice(mark[0].length);
    span.append(card, mark[0]);
  });

  // Marks on the line of time are for the pointer; the list of all evidence is for the keyboard.
  document.querySelectorAll('.evidence-line a:has(> circle, > rect)').forEach(mark => mark.setAttribute('tabindex', '-1'));

  // What a dot stands for is said on pointing.
  document.querySelectorAll('.atlas a[aria-label] > circle').forEach(dot => {
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    title.textContent = dot.parentNode.getAttribute('aria-label');
    dot.append(title);
  });

  // A dot on a map is smaller than a finger: a touch beside it goes to the nearest.
  document.querySelectorAll('.atlas svg').forEach(map => map.addEventListener('click', event => {
    if (event.target.closest('a')) return;
    let nearest = null, least = 24;
    map.querySelectorAll('a > circle').forEach(dot => {
      const { left, top, width, height } = dot.getBoundingClientRect();
      const far = Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
      if (far < least) { least = far; nearest = dot; }
    });
    if (nearest) location.href = nearest.parentNode.href.baseVal;
  }));

  // Lines of code too long for the page scroll, for the keyboard too.
  const reachable = pre => { if (pre.scrollWidth > pre.clientWidth + 1) pre.tabIndex = 0; else pre.removeAttribute('tabindex'); };
  document.querySelectorAll('.body pre').forEach(pre => {
    reachable(pre);
    if ('ResizeObserver' in window) new ResizeObserver(() => reachable(pre)).observe(pre);
  });

  // Wide tables scroll inside a frame that the keyboard reaches.
  document.querySelectorAll('.body table').forEach(table => {
    if (table.closest('.scroller')) return;
    const frame = document.createElement('div');
    frame.className = 'scroller';
    table.replaceWith(frame);
    frame.append(table);
  });
  const frames = document.querySelectorAll('.scroller');
  const measure = frame => {
    const over = frame.scrollWidth > frame.clientWidth + 1;
    frame.classList.toggle('over', over);
    if (over) {
      frame.tabIndex = 0;
      frame.setAttribute('role', 'region');
      const head = frame.querySelector('caption');
      frame.setAttribute('aria-label', head ? head.textContent.trim() : 'Table, scrolls sideways');
    } else {
      frame.removeAttribute('tabindex');
      frame.removeAttribute('role');
      frame.removeAttribute('aria-label');
    }
  };
  if ('ResizeObserver' in window) {
    const watch = new ResizeObserver(list => list.forEach(e => measure(e.target.closest('.scroller'))));
    frames.forEach(f => { watch.observe(f); watch.observe(f.firstElementChild); });
  } else frames.forEach(measure);

  // Which section is being read.
  const links = new Map();
  document.querySelectorAll('.contents a[href^="#"]').forEach(a => {
    const target = document.getElementById(decodeURIComponent(a.hash.slice(1)));
    if (target) links.set(target, a);
  });
  if (links.size) {
    let waiting = false;
    const mark = () => {
      waiting = false;
      let here = null;
      links.forEach((a, target) => { if (target.getBoundingClientRect().top < innerHeight * 0.25) here = a; });
      links.forEach(a => a.classList.toggle('here', a === here));
    };
    addEventListener('scroll', () => { if (!waiting) { waiting = true; requestAnimationFrame(mark); } }, { passive: true });
    mark();
  }

  // / leads to the field for search; what suggests names there is loaded when a field is first used.
  document.addEventListener('keydown', e => {
    if (e.key !== '/' || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, textarea, select, [contenteditable]')) return;
    const fields = Array.from(document.querySelectorAll('#search-form input[name=q], form[role=search][action] input[name=q]'));
    const menu = document.getElementById('menu');
    const seen = field => field.checkVisibility ? field.checkVisibility() : field.offsetParent !== null;
    if (menu && !fields.some(seen)) menu.open = true;
    const field = fields.find(seen);
    if (!field) return;
    e.preventDefault();
    field.focus();
    field.select();
  });
  const fields = 'form[role=search][action] input[name=q]';
  document.addEventListener('focusin', e => {
    if (window.TAROTREF_SEARCH || !e.target.matches(fields) || document.querySelector('script[src*="suggest.js"]')) return;
    const script = document.createElement('script');
    script.src = (document.documentElement.dataset.content_root || './') + '_static/suggest.js';
    script.onload = () => { e.target.dispatchEvent(new Event('focus')); if (e.target.value) e.target.dispatchEvent(new Event('input')); };
    document.head.append(script);
  });
})();
