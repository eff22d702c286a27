/* State that the server has sent, and the listeners for its changes. Ids are strings (snowflakes). */
export const state = {
  ready: false, connected: false, retryAt: null,
  users: [], bots: [], guilds: [], dms: [], commands: [], unread: {}, clock: { offset: 0 }, faults: {}, server: {}, api: [],
  messages: new Map(), // channel -> Map(id -> message)
  history: new Map(),  // "user/channel" -> {loading, done, more}
  pressed: new Map(),  // "user/message/custom_id" -> {state: waiting|failed, error, values, label}
  running: new Map(),  // "user/channel" -> {state, name, error, interaction}: the last slash command
  outcomes: new Map(), // interaction id -> {state, error, label}
  modals: new Map(),   // user -> {interaction, modal, state, error}
  typing: new Map(),   // channel -> Map(user -> until)
};

const listeners = new Set();
let dirty = new Set();
let queued = false;
let timer = null;
let held = false;

/** Call `fn(topics)` after changes; topics is a Set of names ('users', 'unread', 'messages:<channel>', 'all', ...). */
export const subscribe = (fn) => { listeners.add(fn); };

/** Note that `topics` changed; listeners are called once, after the current task. */
export function touch(...topics) {
  for (const topic of topics) dirty.add(topic);
  queued = true;
  schedule();
}

/** Delay redraws while `on` (see press.js); changes are drawn once when it ends. */
export function hold(on) {
  held = on;
  schedule();
}

function schedule() {
  if (queued && !held && timer === null) timer = setTimeout(flushUnlessHeld, 0);
}

// A press may have begun after the timer was set.
function flushUnlessHeld() {
  timer = null;
  if (!held) flush();
}

/** Call the listeners now, even while redraws are delayed: an action of the user must be shown before their next key. */
export function flush() {
  if (!queued) return;
  const topics = dirty;
  dirty = new Set();
  queued = false;
  for (const fn of listeners) fn(topics);
}

/** Order of snowflakes: older first. */
export const byId = (a, b) => (a.length - b.length) || (a < b ? -1 : a > b ? 1 : 0);

const upsert = (list, item) => {
  const at = list.findIndex((x) => x.id === item.id);
  if (at < 0) list.push(item); else list[at] = { ...list[at], ...item };
};

const handlers = {
  hello(f) {
    Object.assign(state, {
      ready: true, users: f.users, bots: f.bots, guilds: f.guilds, dms: f.dms, commands: f.commands,
      unread: f.unread || {}, faults: f.faults || {}, server: f.server || {}, api: [],
    });
    handlers.clock(f.clock || {});
    for (const map of ['messages', 'history', 'pressed', 'running', 'outcomes', 'modals', 'typing']) state[map].clear();
    touch('all', 'hello');
  },
  message(f) {
    const channel = f.message ? f.message.channel_id : f.channel_id;
    const room = messagesOf(channel);
    if (f.op === 'delete') room.delete(f.id);
    else {
      const before = room.get(f.message.id);
      room.set(f.message.id, before ? { ...before, ...f.message } : f.message);
      if (f.op === 'update') forgetPressed(f.message.id);
      const typing = state.typing.get(channel);
      if (f.op === 'create' && typing && f.message.author) typing.delete(f.message.author.id);
    }
    touch('messages:' + channel, f.op === 'delete' ? 'deleted:' + f.id : f.op === 'update' ? 'edited:' + f.message.id : 'created');
  },
  channel(f) {
    if (!f.guild_id && f.channel.bot) { upsert(state.dms, f.channel); touch('channels'); return; }
    const guild = state.guilds.find((g) => g.id === (f.guild_id || f.channel.guild_id));
    if (!guild) return;
    if (f.op === 'delete') guild.channels = guild.channels.filter((c) => c.id !== f.channel.id);
    else upsert(guild.channels, f.channel);
    touch('channels');
  },
  guild(f) {
    const guild = f.guild || f;
    if (f.op === 'delete') state.guilds = state.guilds.filter((g) => g.id !== guild.id);
    else upsert(state.guilds, guild);
    touch('channels');
  },
  user(f) {
    if (f.op === 'delete') state.users = state.users.filter((u) => u.id !== f.user.id);
    else upsert(state.users, f.user);
    touch('users');
  },
  commands(f) { state.commands = f.commands; touch('commands'); },
  bot(f) { upsert(state.bots, { id: f.id, online: f.online, ...(f.username ? { username: f.username } : {}) }); touch('bots'); },
  unread(f) {
    (state.unread[f.user] ||= {})[f.channel] = { count: f.count, mentions: f.mentions, since: f.since };
    touch('unread');
  },
  typing(f) {
    if (!state.typing.has(f.channel)) state.typing.set(f.channel, new Map());
    state.typing.get(f.channel).set(f.user, Date.now() + 9000);
    touch('typing');
    setTimeout(() => touch('typing'), 9100);
  },
  interaction(f) {
    const known = state.outcomes.get(f.id) || {};
    state.outcomes.set(f.id, { ...known, ...f });
    if (f.message_id) settle(state.pressed, `${f.user}/${f.message_id}/${f.custom_id}`, f);
    else for (const [key, run] of state.running) if (run.interaction === f.id) settle(state.running, key, f);
    const modal = state.modals.get(f.user);
    if (modal && modal.submitted === f.id) {
      if (f.state === 'failed') Object.assign(modal, { state: 'failed', error: f.error });
      else if (f.state !== 'waiting') state.modals.delete(f.user);
      touch('modal');
    }
    touch('pressed');
  },
  modal(f) {
    state.modals.set(f.user, { interaction: f.interaction, modal: f.modal, state: 'open', error: null });
    touch('modal');
  },
  clock(f) {
    if (f.offset !== undefined) state.clock = { offset: f.offset };
    touch('clock');
  },
  faults(f) { state.faults = f.faults || { ...f, t: undefined }; touch('faults'); },
  api(f) { state.api = [f, ...state.api].slice(0, 50); touch('api'); },
};

/** Set the state of a pressed control or a running command to that of its interaction `f`; remove it when that is done. */
function settle(map, key, f) {
  if (f.state === 'failed') map.set(key, { ...map.get(key), state: 'failed', error: f.error });
  else if (f.state === 'waiting') map.set(key, { ...map.get(key), state: 'waiting' });
  else if (map === state.pressed && map.get(key)?.values) map.set(key, { ...map.get(key), state: 'done' });
  else map.delete(key);
}

function forgetPressed(message) {
  for (const key of state.pressed.keys()) if (key.split('/')[1] === message) state.pressed.delete(key);
}

/** Apply one pushed frame; ignore unknown kinds, so that an older page works with a newer server. */
export function apply(frame) {
  const handler = handlers[frame.t];
  if (handler) handler(frame);
}

/** All known messages of a channel, by id. */
export function messagesOf(channel) {
  if (!state.messages.has(channel)) state.messages.set(channel, new Map());
  return state.messages.get(channel);
}

/** The current time of the sandbox's clock, in milliseconds. */
export const now = () => Date.now() + (state.clock.offset || 0) * 1000;
