/* Times as text, by the sandbox's clock and in the page's language. */
import { language } from './i18n.js';
import { now } from './store.js';

const STEPS = [['second', 60], ['minute', 60], ['hour', 24], ['day', 30], ['month', 12], ['year', Infinity]];
const STYLES = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
};

/** Return a time relative to the sandbox's clock: "en 14 horas". */
export function relative(ms) {
  let value = Math.round((ms - now()) / 1000);
  for (const [unit, size] of STEPS) {
    if (Math.abs(value) < size || size === Infinity) return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(value, unit);
    value = Math.round(value / size);
  }
  return '';
}

/** Return a time in one of Discord's styles: t T d D f F R. */
export function stamp(ms, style = 'f') {
  if (style === 'R') return relative(ms);
  return new Intl.DateTimeFormat(language(), STYLES[style] || STYLES.f).format(ms);
}

const midnight = (ms) => new Date(ms).setHours(0, 0, 0, 0);

/** Days from the day of `ms` to today, by the sandbox's clock: 0 today, 1 yesterday. */
export const daysAgo = (ms) => Math.round((midnight(now()) - midnight(ms)) / 864e5);

/** Return "hoy", "ayer" or the date. */
export function day(ms) {
  const ago = daysAgo(ms);
  if (ago >= 0 && ago <= 1) return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-ago, 'day');
  return new Intl.DateTimeFormat(language(), { dateStyle: 'long' }).format(ms);
}

/** Return the time shown beside an author's name: "19:06" today, "ayer, 21:48", else date and time. */
export function short(ms) {
  const clock = stamp(ms, 't');
  const ago = daysAgo(ms);
  if (ago === 0) return clock;
  if (ago === 1) return `${day(ms)}, ${clock}`;
  return `${stamp(ms, 'd')}, ${clock}`;
}

/** Return weekday, date and time of the sandbox's clock. */
export const clockText = () => new Intl.DateTimeFormat(language(), { weekday: 'long', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(now());

/** Update all relative times on the page. */
export function tick() {
  for (const el of document.querySelectorAll('time[data-relative]')) {
    const text = relative(Number(el.dataset.relative));
    if (el.textContent !== text) el.textContent = text;
  }
}
