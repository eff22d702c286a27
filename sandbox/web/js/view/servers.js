/* Column of servers at the left edge ("rail"). */
import { h, icon, reconcile } from '../dom.js';
import { t, language } from '../i18n.js';
import { ui, mine } from '../ui.js';
import { guildsOf, unreadDms, unreadIn, unreadOf } from '../derive.js';
import { addServer } from './sheet.js';
import { capped } from './topbar.js';

/** Return the first letters of a name's longer words: "Casa de juegos" gives CJ. */
const initials = (name) => name.split(/[\s·_-]+/).filter((w, i) => i === 0 || [...w].length > 3 || /^\p{Lu}/u.test(w)).map((w) => [...w][0] || '').join('').slice(0, 3).toUpperCase();

const button = ({ id, name, inside, count, fresh, on, act }) => h('button', {
  type: 'button', class: ['srv', on && 'on', fresh && 'fresh'].filter(Boolean).join(' '), data: { server: id }, 'aria-label': [name, count ? t('n.unread', { n: count }) : ''].filter(Boolean).join(', '),
  'aria-current': on ? 'true' : null, title: name, on: { click: act },
}, inside, count ? h('span', { class: 'n', 'aria-hidden': 'true' }, capped(count)) : null);

/** Draw the servers. acts: {place(id)}. */
export function renderServers(nav, acts) {
  const { place } = mine();
  nav.setAttribute('aria-label', t('region.servers'));
  const dms = unreadDms(ui.user);
  const items = [{ key: 'dm', sig: [dms, place === 'dm', language()].join(), make: () => button({ id: 'dm', name: t('dms'), inside: icon('bubble'), count: dms, on: place === 'dm', act: () => acts.place('dm') }) }];
  const guilds = guildsOf(ui.user);
  if (guilds.length) items.push({ key: 'hr1', sig: '', make: () => h('hr') });
  for (const guild of guilds) {
    const count = unreadIn(ui.user, guild);
    const fresh = guild.channels.some((c) => unreadOf(ui.user, c.id).count);
    items.push({ key: guild.id, sig: [guild.name, count, fresh, place === guild.id, language()].join(), make: () => button({ id: guild.id, name: guild.name, inside: h('span', {}, initials(guild.name)), count, fresh, on: place === guild.id, act: () => acts.place(guild.id) }) });
  }
  items.push({ key: 'hr2', sig: '', make: () => h('hr') }, { key: 'add', sig: language(), make: () => h('button', { type: 'button', class: 'srv add', id: 'add-server', 'aria-label': t('server.add'), title: t('server.add'), on: { click: () => addServer((g) => g && acts.place(g.id)) } }, icon('plus')) });
  reconcile(nav, items);
}
