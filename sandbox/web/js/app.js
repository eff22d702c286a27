/* Start of the page: it connects the socket, the store, and the views, which redraw what has changed. */
import { loadIcons, narrow } from './dom.js';
import { loadWords, language, setLanguage, speaks } from './i18n.js';
import { state, apply, flush, subscribe, touch, messagesOf } from './store.js';
import { ui, mine, of, go, remember } from './ui.js';
import { channelById, guildById, guildOf, guildsOf, dmsOf, mainDm, isText, mayEnter, openRows, unreadOf, userById } from './derive.js';
import { Socket } from './socket.js';
import { ask, connectActions } from './actions.js';
import { listenKeys, holdDrawer } from './keys.js';
import { watchPresses } from './press.js';
import { tick } from './time.js';
import { LogView, loadHistory } from './view/log.js';
import { Composer } from './view/composer.js';
import { makeTopbar } from './view/topbar.js';
import { renderServers } from './view/servers.js';
import { makeChannels } from './view/channels.js';
import { renderHeader, renderBars } from './view/header.js';
import { makeBeside } from './view/beside.js';
import { closeMenu, openAnchor, reanchor } from './view/menu.js';
import { openFor, SELECTS } from './view/components.js';
import { openJump } from './view/jump.js';
import { onJump } from './view/links.js';
import { t } from './i18n.js';
import './view/modal.js';

const el = (id) => document.getElementById(id);
const here = () => (mine().channel && mayEnter(ui.user, channelById(mine().channel)) ? mine().channel : null);
const PREFETCH = 40; // channels whose messages are loaded at the start, so that all users' amber clocks are right

/** Switch to another user. */
function be(user) {
  if (!userById(user) || user === ui.user) return;
  closeMenu({ keep: true });
  const { place, channel } = mine();
  ui.user = user;
  remember('user', user);
  if (!mine().place && mayEnter(user, channelById(channel))) go(place, channel); // a user without a channel sees that of the former user
  settlePlace();
  if (narrow()) setDrawer(false);
  touch('all');
  flush();
}

/** Make sure that the current user has a channel that exists and that they may see. */
function settlePlace() {
  const me = mine();
  if (me.channel && mayEnter(ui.user, channelById(me.channel))) {
    me.place = channelById(me.channel).type === 1 ? 'dm' : guildOf(me.channel).id;
    return;
  }
  if (me.place === 'dm' && !me.channel) return;
  const own = guildsOf(ui.user);
  const guild = own.find((g) => g.id === me.place) || own.find((g) => openRows(g).length) || own[0];
  const first = guild && openRows(guild)[0];
  go(guild ? guild.id : 'dm', first ? first.id : null);
}

/** Go to a server (by id) or to the DMs ('dm'), in the channel that the user visited last there. */
function place(id) {
  const me = mine();
  const last = me.last[id];
  const first = id === 'dm' ? dmsOf(ui.user).find((d) => d.id === mainDm(ui.user)?.id)?.id : guildById(id) && openRows(guildById(id))[0]?.id;
  go(id, mayEnter(ui.user, channelById(last)) ? last : first || null);
  touch('all');
  flush();
}

/** Open a channel of a server (its id), or a DM (where: 'dm'); `dm` is a DM that the store may not know yet. */
function open(where, channel, dm = null) {
  if (dm && !state.dms.some((d) => d.id === dm.id)) state.dms.push({ id: dm.id, user: dm.user, bot: dm.bot });
  if (!mayEnter(ui.user, channelById(channel))) return;
  closeMenu();
  go(where, channel);
  if (narrow()) { setDrawer(false); if (ui.beside) setBeside(false); }
  touch('all');
  flush();
}

function setDrawer(on) {
  if (ui.drawer === on) return;
  ui.drawer = on;
  const app = el('app');
  app.classList.toggle('drawer', on);
  holdDrawer(on);
  el('scrim').hidden = !on;
  touch('drawer');
  if (on) setTimeout(() => document.querySelector('#channels [aria-current]')?.focus({ preventScroll: true }), 30);
  else el('drawer-toggle')?.focus();
}

function setBeside(on, tab = ui.besideTab) {
  Object.assign(ui, { beside: on, besideTab: tab });
  remember('beside', on);
  touch('beside');
}

function setTheme() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try { localStorage.setItem('sobremesa.theme', next); } catch { /* private windows may refuse */ }
  touch('all');
}

/** Go to the next (by: 1) or previous (-1) channel of the current server; `unread` skips channels without unread messages. */
function step(by, unread) {
  const me = mine();
  const guild = guildById(me.place);
  const rows = guild ? openRows(guild) : dmsOf(ui.user);
  const at = rows.findIndex((c) => c.id === me.channel);
  for (let i = 1; i <= rows.length; i += 1) {
    const next = rows[(at + by * i + rows.length * (i + 1)) % rows.length];
    if (!unread || unreadOf(ui.user, next.id).count) { open(me.place, next.id); return; }
  }
}

/** Handle Esc: close what is open on top, else mark the channel as read. Returns whether it did anything. */
function escape(target) {
  if (openAnchor()) closeMenu({ refocus: true });
  else if (composer.picker.isOpen) composer.picker.close();
  else if (ui.drawer) setDrawer(false);
  else if (ui.beside && el('beside').classList.contains('over')) setBeside(false);
  else if (mine().line[here()]) { delete mine().line[here()]; touch('messages:' + here()); }
  else if (!target.closest('#log')) return false;
  log.markRead();
  return true;
}

const acts = {
  be, place, open, theme: setTheme,
  lang: () => { setLanguage(language() === 'es' ? 'en' : 'es'); touch('all'); },
  beside: () => setBeside(!ui.beside),
  close: () => { setBeside(false); el('beside-toggle').focus(); },
  tab: (tab) => setBeside(true, tab),
  backstage: () => { if (narrow()) setDrawer(false); setBeside(true, 'backstage'); },
  drawer: () => setDrawer(!ui.drawer),
  nth: (n) => state.users[n] && be(state.users[n].id),
  channel: step, escape,
  jump: () => openJump(acts),
  slash: () => composer.slash(),
};

let log; let composer; let beside; let topbar; let channels;

/** After a redraw or a switch of users: show the list that the current user has open. */
function keepMenu() {
  const find = ({ message, custom_id }) => [...document.querySelectorAll(`[data-message-id="${message}"] [data-custom-id]`)].find((x) => x.dataset.customId === custom_id && x.getClientRects().length);
  reanchor(find);
  const { menu } = mine();
  if (!menu || openAnchor()) return;
  const anchor = find(menu);
  const message = [...state.messages.values()].map((room) => room.get(menu.message)).find(Boolean);
  const component = message?.components?.flatMap((row) => row.components || []).find((c) => c.custom_id === menu.custom_id && SELECTS.has(c.type));
  if (anchor && component) openFor(component, { user: ui.user, message }, anchor, menu.picked);
  else if (message && !component) mine().menu = null;
}

function render(topics) {
  if (!state.ready) { renderBars(el('bars')); return; }
  if (topics.has('hello') || topics.has('channels') || !userById(ui.user)) {
    if (!userById(ui.user)) ui.user = state.users[0]?.id || null;
    settlePlace();
  }
  if ([...topics].every((topic) => topic === 'api' || topic === 'tick')) { beside.tick(topics); return; }
  topbar();
  renderServers(el('servers'), acts);
  channels();
  renderHeader(el('header'), acts);
  renderBars(el('bars'));
  el('main').setAttribute('aria-label', t('region.main'));
  el('log').setAttribute('aria-label', channelById(here())?.name || 'Sobremesa');
  log.render(topics);
  composer.render();
  beside.render(topics);
  keepMenu();
  el('app').dataset.ready = 'true';
  document.title = `${channelById(here())?.name || 'Sobremesa'} · Sobremesa`;
}

/** Load the newest messages of the user's channels, those with the newest messages first. */
async function prefetch() {
  const rooms = guildsOf(ui.user).flatMap((g) => openRows(g)).sort((a, b) => (BigInt(b.last_message_id || 0) > BigInt(a.last_message_id || 0) ? 1 : -1)).slice(0, PREFETCH);
  for (const room of rooms) {
    if (!state.connected || messagesOf(room.id).size) continue;
    try { for (const m of (await ask('history', { user: ui.user, channel: room.id, limit: 50 })).messages) messagesOf(room.id).set(m.id, m); } catch { continue; }
    touch('messages:' + room.id);
  }
}

async function start() {
  await Promise.all([loadWords(), loadIcons()]);
  log = new LogView(el('log'), here, () => t(mine().place === 'dm' ? 'choose.dm' : 'choose.channel'));
  composer = new Composer(el('foot'), here);
  beside = makeBeside(el('beside'), acts);
  topbar = makeTopbar(el('top'), acts);
  channels = makeChannels(el('channels'), acts);
  subscribe(render);
  onJump((channel, message) => {
    const to = channelById(channel);
    if (!to || !isText(to) || !mayEnter(ui.user, to)) return false;
    open(to.type === 1 ? 'dm' : guildOf(channel).id, channel);
    if (message) loadHistory(ui.user, channel).then(() => setTimeout(() => log.show(message), 60));
    return true;
  });
  listenKeys({ ...acts, logs: [log, beside.log] });
  el('scrim').addEventListener('click', () => setDrawer(false));
  for (const query of ['(max-width: 699.98px)', '(min-width: 1200px)']) {
    matchMedia(query).addEventListener('change', () => { if (!narrow()) setDrawer(false); touch('all'); });
  }
  if (!matchMedia('(min-width: 1200px)').matches) ui.beside = false;
  document.addEventListener('visibilitychange', () => touch('unread'));
  watchPresses();
  setInterval(() => { tick(); touch(state.connected ? 'tick' : 'line'); }, 1000);
  const address = new URL('page/socket', location.href.replace(/\/page\/?.*$/, '/'));
  address.search = `?speaks=${speaks()}`;
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new Socket(address.href, (frame) => { apply(frame); if (frame.t === 'hello') { of(ui.user); setTimeout(prefetch, 150); } }, (line) => { Object.assign(state, line); touch('line'); });
  connectActions(socket);
  socket.open();
}

start();
