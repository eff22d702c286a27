/* Short messages at the bottom of the page. */
import { h } from '../dom.js';

/** Show `text` for six seconds; screen readers read it (role=status). */
export function toast(text) {
  const el = h('p', { class: 'toast' }, text);
  document.getElementById('toasts').append(el);
  setTimeout(() => el.remove(), 6000);
}
