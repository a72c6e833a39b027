/* Addresses that stay: `id.html#DM8.13:rules.bids.a-due` leads to a game's page, and to what stands on it; that of a line of an
   index, as `glossary.html#term-pagat-ultimo`, to the same place on the page that the line leads to. */
(() => {
  const go = () => {
    const hash = decodeURIComponent(location.hash.slice(1));
    const [id, ...rest] = hash.split(':');
    const game = id && document.getElementById(id)?.querySelector('#addresses a');
    const line = hash && document.getElementById(hash)?.closest('.leads-on li')?.querySelector('a');
    const [link, place] = game ? [game, rest.join(':')] : [line, hash];
    if (link) location.replace(link.href.split('#')[0] + (place ? '#' + place : ''));
  };
  go();
  addEventListener('hashchange', go);
})();
