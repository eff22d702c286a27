/* Queries about the store: users, channels, unread messages, commands. No state of its own. */
import { state, byId, messagesOf } from './store.js';
import { language, speaks } from './i18n.js';

const CATEGORY = 4;
const THREADS = new Set([10, 11, 12]);

export const isThread = (channel) => THREADS.has(channel.type);
export const isVoice = (channel) => channel.type === 2 || channel.type === 13;
export const isText = (channel) => channel && channel.type !== CATEGORY && !isVoice(channel);

/** "#mesa" for channels, the name alone for threads and DMs. */
export const titleOf = (channel) => (channel.type === 1 || isThread(channel) ? channel.name : '#' + channel.name);

export const userById = (id) => state.users.find((u) => u.id === id);
export const botById = (id) => state.bots.find((b) => b.id === id);
export const guildById = (id) => state.guilds.find((g) => g.id === id);
export const guildOf = (channel) => state.guilds.find((g) => g.channels.some((c) => c.id === channel));
export const dmById = (id) => state.dms.find((d) => d.id === id);
export const nameOf = (who) => (who && (who.global_name || who.username || who.name)) || '?';

/** A channel of any guild, or a DM as {id, type: 1, dm, bot, name}; undefined if it is gone. */
export function channelById(id) {
  for (const guild of state.guilds) {
    const found = guild.channels.find((c) => c.id === id);
    if (found) return found;
  }
  const dm = dmById(id);
  return dm && { id, type: 1, dm, bot: botById(dm.bot), name: nameOf(botById(dm.bot)) };
}

/** Whether the user is a member of this server. */
export const isMember = (user, guild) => Boolean(guild) && (!guild.members || guild.members.includes(user));
/** The servers of which this user is a member. */
export const guildsOf = (user) => state.guilds.filter((guild) => isMember(user, guild));

/** The users who can be chosen in a channel: the members of its server. */
export const peopleOf = (channel) => { const guild = guildOf(channel); return state.users.filter((u) => !guild || isMember(u.id, guild)); };

/** Whether the user may open a channel: a DM belongs to one user, a channel to the members of its server. */
export const mayEnter = (user, channel) => Boolean(channel) && (channel.type === 1 ? channel.dm.user === user : isMember(user, guildOf(channel.id)));

/**
 * The channels of a server as rows in the order shown: {kind: 'category'|'channel'|'thread', channel, parent}. Text channels come
 * before voice channels, threads below their channel.
 */
export function channelRows(guild) {
  const byPosition = (a, b) => (isVoice(a) - isVoice(b)) || ((a.position || 0) - (b.position || 0)) || byId(a.id, b.id);
  const plain = guild.channels.filter((c) => c.type !== CATEGORY && !isThread(c)).sort(byPosition);
  const threads = guild.channels.filter((c) => isThread(c) && !(c.thread_metadata || {}).archived).sort((a, b) => byId(a.id, b.id));
  const categories = guild.channels.filter((c) => c.type === CATEGORY).sort(byPosition);
  const rows = [];
  for (const group of [null, ...categories]) {
    const inside = plain.filter((c) => (group ? c.parent_id === group.id : !categories.some((k) => k.id === c.parent_id)));
    if (group) rows.push({ kind: 'category', channel: group });
    for (const channel of inside) {
      rows.push({ kind: 'channel', channel });
      for (const thread of threads) if (thread.parent_id === channel.id) rows.push({ kind: 'thread', channel: thread, parent: channel });
    }
  }
  return rows;
}

/** Channels that can be opened, in the order shown. */
export const openRows = (guild) => channelRows(guild).filter((row) => row.kind !== 'category' && isText(row.channel)).map((row) => row.channel);

/** DMs of a user, one per bot that has one. */
export const dmsOf = (user) => state.dms.filter((d) => d.user === user);

/** The DM to show in the side panel: that of the bot that wrote last. */
export function mainDm(user) {
  const last = (dm) => [...messagesOf(dm.id).keys()].sort(byId).pop() || dm.id;
  return dmsOf(user).sort((a, b) => byId(last(b), last(a)))[0];
}

export const unreadOf = (user, channel) => (state.unread[user] || {})[channel] || { count: 0, mentions: 0, since: null };

/** The number of a user's unread messages in all channels that still exist. */
export function unreadTotal(user) {
  let sum = 0;
  for (const [channel, mark] of Object.entries(state.unread[user] || {})) if (mayEnter(user, channelById(channel))) sum += mark.count;
  return sum;
}

export const unreadIn = (user, guild) => guild.channels.reduce((sum, c) => sum + unreadOf(user, c.id).mentions, 0);
export const unreadDms = (user) => dmsOf(user).reduce((sum, d) => sum + unreadOf(user, d.id).count, 0);

/** Whether the user may see the message. */
export const sees = (user, message) => (!message.ephemeral_for || message.ephemeral_for === user)
  && (!message.seen_by || message.seen_by.includes(user));

/** Messages of a channel as a user sees them, oldest first. */
export const visible = (user, channel) => [...messagesOf(channel).values()].filter((m) => sees(user, m)).sort((a, b) => byId(a.id, b.id));

export const mentions = (user, message) => Boolean(message.mention_everyone) || (message.mentions || []).some((m) => m.id === user);

/**
 * Whether a message is a summons of this user: a bot's message that mentions them and has an enabled primary (blue) button. It counts,
 * read or not, until the bot removes the message or the mention. So it shows better than unread mentions who has to move.
 */
export function summons(user, message) {
  if (!message.author || !message.author.bot || message.ephemeral_for) return false;
  const enabled = (message.components || []).some((row) => (row.components || []).some((c) => c.type === 2 && c.style === 1 && !c.disabled));
  return enabled && mentions(user, message);
}

/** The number of messages in a channel that summon the user. */
export function waitsIn(user, channel) {
  let n = 0;
  const room = state.messages.get(channel);
  if (room) for (const message of room.values()) if (summons(user, message)) n += 1;
  return n;
}

/** The number of messages that summon the user, in all channels that still exist. */
export function waits(user) {
  let n = 0;
  for (const channel of state.messages.keys()) if (mayEnter(user, channelById(channel))) n += waitsIn(user, channel);
  return n;
}

/** The language of a user: the one they have chosen, else the page's. */
export const localeOf = (user) => (user && user.chosen !== false && user.locale) || speaks();

/** Normalize a name for comparisons: lower case without accents. The result has as many characters as the name. */
export const fold = (s) => s.normalize('NFC').replace(/./gsu, (sign) => sign.normalize('NFD')[0]).toLowerCase();

const localised = (thing, field, locale) => (thing[field + '_localizations'] || {})[locale] || thing[field] || '';
/** Name of a command, option or choice in a user's language. */
export const nameIn = (thing, locale) => localised(thing, 'name', locale);
export const describeIn = (thing, locale) => localised(thing, 'description', locale);

/** Translate the name of a used command ("table new") to this locale; words of unknown commands stay. */
export function commandIn(used, locale) {
  const words = [];
  let candidates = state.commands.filter((c) => (c.type || 1) === 1);
  for (const word of used.split(' ')) {
    const node = candidates.find((one) => one.name === word);
    words.push(node ? nameIn(node, locale) : word);
    candidates = node?.options || [];
  }
  return words.join(' ');
}

/**
 * Whether the user has a command's default permissions. The owner has all permissions; other users have those of @everyone, as roles
 * grant no more in the sandbox.
 */
function granted(command, guild, user) {
  if (command.default_member_permissions == null || !guild || guild.owner_id === user) return true;
  const needed = BigInt(command.default_member_permissions);
  return needed !== 0n && (BigInt(guild.everyone || 0) & needed) === needed;
}

/** All slash commands that the user may use in a channel, one entry per subcommand: {id, bot, path: [command, group, sub], leaf, label, about}. */
export function slashCommands(locale, channel, user) {
  const inDm = channel.type === 1;
  const found = [];
  const walk = (command, path, node) => {
    const deeper = (node.options || []).filter((o) => o.type === 1 || o.type === 2);
    if (deeper.length) for (const next of deeper) walk(command, [...path, next], next);
    else {
      found.push({
        id: command.id, bot: botById(command.application_id), path, leaf: node,
        label: path.map((p) => nameIn(p, locale)).join(' '), plain: path.map((p) => p.name).join(' '), about: describeIn(node, locale),
      });
    }
  };
  for (const command of state.commands) {
    if ((command.type || 1) !== 1) continue;
    if (inDm && (command.guild_id || command.dm_permission === false)) continue;
    if (command.contexts && !command.contexts.includes(inDm ? 1 : 0)) continue;
    if (!inDm && command.guild_id && command.guild_id !== guildOf(channel.id)?.id) continue;
    if (inDm && channel.dm.bot !== command.application_id) continue;
    if (!inDm && !granted(command, guildOf(channel.id), user)) continue;
    walk(command, [command], command);
  }
  // the subcommands of a command stay in the bot's order, which has destructive ones last
  const head = (c) => nameIn(c.path[0], locale);
  return found.sort((a, b) => head(a).localeCompare(head(b), language()));
}
