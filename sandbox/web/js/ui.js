/* What each user of the page was doing: channel, scroll, draft, open menu. Kept apart per user, so switching loses nothing. */
const PREFIX = 'sobremesa.';

/** A remembered setting of this browser, or null. */
export function recall(key) {
  try { return JSON.parse(localStorage.getItem(PREFIX + key)); } catch { return null; }
}

/** Remember a setting in this browser. */
export function remember(key, value) {
  try { localStorage.setItem(PREFIX + key, JSON.stringify(value)); } catch { /* private windows may refuse */ }
}

const users = new Map();

export const ui = {
  user: recall('user'),
  beside: recall('beside') ?? true,
  besideTab: 'dm',      // 'dm' | 'backstage'
  drawer: false,
};

/** The state of one user: {place, channel, last, scroll, drafts, menu, line, spoilers}. */
export function of(user) {
  if (!users.has(user)) {
    const kept = recall('at.' + user) || {};
    users.set(user, {
      place: kept.place || null, channel: kept.channel || null, last: kept.last || {},
      scroll: {}, drafts: {}, menu: null, line: {},
    });
  }
  return users.get(user);
}

/** The state of the present user. */
export const mine = () => of(ui.user);

/** Put the present user into a channel of a place (a guild's id, or 'dm'). */
export function go(place, channel) {
  const me = mine();
  if (me.channel && me.channel !== channel) delete me.line[me.channel];
  Object.assign(me, { place, channel });
  if (channel) me.last[place] = channel;
  me.menu = null;
  remember('at.' + ui.user, { place, channel, last: me.last });
}
