/* State of the page for each of its users: channel, scroll, draft, open menu. It is kept when the page switches to another user. */
const PREFIX = 'sobremesa.';

/** Return a setting that this browser remembers, or null. */
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

/**
 * Return the state of one user: {place, channel, last, scroll, drafts, menu, line}.
 *
 * place: id of a server, or 'dm'; last: the last channel by place; line: by channel, the first message below the line of unread ones.
 */
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

/** The state of the current user. */
export const mine = () => of(ui.user);

/** Show the current user a channel of a place (a server's id, or 'dm'). */
export function go(place, channel) {
  const me = mine();
  if (me.channel && me.channel !== channel) delete me.line[me.channel];
  Object.assign(me, { place, channel });
  if (channel) me.last[place] = channel;
  me.menu = null;
  remember('at.' + ui.user, { place, channel, last: me.last });
}
