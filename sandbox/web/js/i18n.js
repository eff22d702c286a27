/* Texts of the page. They are in i18n/{es,en}.json; a value is a text, or {one, other}, of which the argument `n` chooses. */
const tables = {};
let lang = document.documentElement.lang === 'en' ? 'en' : 'es';

/** Load the texts of both languages. */
export async function loadWords() {
  await Promise.all(['es', 'en'].map(async (code) => {
    tables[code] = await (await fetch(`i18n/${code}.json`)).json();
  }));
}

/** The page's language: 'es' or 'en'. */
export const language = () => lang;

const OWN = ['es-ES', 'es-419', 'en-US', 'en-GB'];
/** The page's language as one of Discord's locales: the browser's variant of the language if there is one. */
export const speaks = () => [...(navigator.languages || [])].find((code) => OWN.includes(code) && code.startsWith(lang)) || (lang === 'en' ? 'en-US' : 'es-ES');

/** Change the page's language and remember it. */
export function setLanguage(code) {
  lang = code;
  document.documentElement.lang = code;
  try { localStorage.setItem('sobremesa.lang', code); } catch { /* private windows may refuse */ }
}

/** Return the text of `key`, with its {placeholders} replaced by `args`. */
export function t(key, args = {}) {
  let text = (tables[lang] || {})[key];
  if (text && typeof text === 'object') text = args.n === 1 ? text.one : text.other;
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
}

/** Join words to "a, b y c", in the page's language. */
export const list = (words) => new Intl.ListFormat(lang, { type: 'conjunction' }).format(words);
