/* The map of a feature through time: up to which year games are shown. A mark has data-y, the year from which on games of its place
   are told to have its value; what has none is shown with all the rest. */
(function () {
  'use strict';
  document.querySelectorAll('figure.spread').forEach(figure => {
    const marks = Array.from(figure.querySelectorAll('svg[role=img] path[class]:not(.land)'));
    const years = marks.map(mark => Number(mark.dataset.y || Infinity)), dated = years.filter(Number.isFinite);
    if (dated.length < 2) return;
    const first = Math.floor(Math.min(...dated) / 25) * 25, step = 5;
    // A slider halts at whole steps only: the last is today or a little later.
    const last = first + Math.ceil((new Date().getFullYear() - first) / step) * step;
    const make = (tag, props) => Object.assign(document.createElement(tag), props);
    const slider = make('input', { type: 'range', min: first, max: last, step, value: last });
    const told = make('output', {});
    const play = make('button', { type: 'button', textContent: 'Run through time' });
    const label = make('label', { textContent: 'Told of until ' });
    label.append(told, ' ', slider);
    const box = make('p', { className: 'through-time' });
    box.append(label, ' ', play);
    figure.prepend(box);
    function show() {
      const year = Number(slider.value);
      marks.forEach((mark, n) => { mark.style.visibility = years[n] > year && year < last ? 'hidden' : ''; });
      told.textContent = year >= last ? 'today' : year;
    }
    let going = 0;
    const stop = () => { clearInterval(going); going = 0; play.textContent = 'Run through time'; };
    slider.addEventListener('input', () => { stop(); show(); });
    play.addEventListener('click', () => {
      if (going) return stop();
      if (Number(slider.value) >= last) slider.value = first;
      play.textContent = 'Stop';
      going = setInterval(() => {
        slider.value = Number(slider.value) + step;
        show();
        if (Number(slider.value) >= last - step) { slider.value = last; show(); stop(); }
      }, 120);
    });
    show();
  });
})();
