/* Short sentences at the foot of the page. */
import { h } from '../dom.js';

/** Show `text` for some seconds; role=status reads it. */
export function toast(text) {
  const el = h('p', { class: 'toast' }, text);
  document.getElementById('toasts').append(el);
  setTimeout(() => el.remove(), 6000);
}
