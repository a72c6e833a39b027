/* Addresses that stay: `id.html#DM8.13:rules.bids.a-due` leads to a game's page, and to what stands on it. */
(() => {
  const go = () => {
    const [id, ...rest] = decodeURIComponent(location.hash.slice(1)).split(':');
    const link = id && document.getElementById(id)?.querySelector('#addresses a');
    if (link) location.replace(link.href.split('#')[0] + (rest.length ? '#' + rest.join(':') : ''));
  };
  go();
  addEventListener('hashchange', go);
})();
