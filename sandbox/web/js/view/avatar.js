/* Avatars: a letter on the user's color; a cup for bots. */
import { h, icon } from '../dom.js';
import { nameOf, userById } from '../derive.js';

const luminance = (hex) => {
  const c = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
};

/** The avatar of a Discord user object (or one of our users). */
export function avatar(who, cls = '') {
  if (who && who.bot) return h('span', { class: `av bot ${cls}`, 'aria-hidden': 'true' }, icon('cup'));
  const color = (who && userById(who.id)?.color) || who?.color || '#7a5a3c';
  const dark = /^#[0-9a-f]{6}$/i.test(color) && luminance(color) > 0.3;
  return h('span', { class: `av ${dark ? 'pale' : ''} ${cls}`, 'aria-hidden': 'true', vars: { av: color } }, [...nameOf(who)][0]?.toUpperCase() || '?');
}
