/* Words of the page itself. Strings live in i18n/{es,en}.json; a value is a text or {one, other} chosen by `n`. */
const tables = {};
let lang = document.documentElement.lang === 'en' ? 'en' : 'es';

/** Load both languages once. */
export async function loadWords() {
  await Promise.all(['es', 'en'].map(async (code) => {
    tables[code] = await (await fetch(`i18n/${code}.json`)).json();
  }));
}

/** The language shown: 'es' or 'en'. */
export const language = () => lang;

const OWN = ['es-ES', 'es-419', 'en-US', 'en-GB'];
/** The language shown as Discord names it: the browser's own kind of it where it has one. */
export const speaks = () => [...(navigator.languages || [])].find((code) => OWN.includes(code) && code.startsWith(lang)) || (lang === 'en' ? 'en-US' : 'es-ES');

/** Change the language of the page and remember it. */
export function setLanguage(code) {
  lang = code;
  document.documentElement.lang = code;
  try { localStorage.setItem('sobremesa.lang', code); } catch { /* private windows may refuse */ }
}

/** The text of `key`, with {names} replaced by `args`. */
export function t(key, args = {}) {
  let text = (tables[lang] || {})[key];
  if (text && typeof text === 'object') text = args.n === 1 ? text.one : text.other;
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
}

/** "a, b y c" in the language shown. */
export const list = (words) => new Intl.ListFormat(lang, { type: 'conjunction' }).format(words);
