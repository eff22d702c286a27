/* Runs before the first paint: sets theme and language of the last visit, so that the page does not flicker. */
(() => {
  const read = (key) => { try { return localStorage.getItem('sobremesa.' + key); } catch { return null; } };
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const root = document.documentElement;
  root.dataset.theme = read('theme') || (dark ? 'dark' : 'light');
  root.lang = read('lang') || ((navigator.language || 'es').toLowerCase().startsWith('es') ? 'es' : 'en');
})();
