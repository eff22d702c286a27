/* List of a server's channels and threads, or of the user's DMs. */
import { h, icon, fill, reconcile } from '../dom.js';
import { t, language } from '../i18n.js';
import { state } from '../store.js';
import { ui, mine } from '../ui.js';
import { channelRows, dmsOf, guildById, isVoice, nameOf, unreadOf, userById, visible, waitsIn } from '../derive.js';
import { tell } from '../actions.js';
import { avatar } from './avatar.js';
import { gist } from './message.js';
import { addChannel } from './sheet.js';
import { capped } from './topbar.js';

/** Build the list; returns the function that redraws it. acts: {open(place, channel), backstage()}. */
export function makeChannels(nav, acts) {
  const head = h('div', { class: 'list-head' });
  const body = h('div', { class: 'list-body' });
  const me = h('div', { class: 'me' });
  fill(nav, head, body, me);
  return () => {
    const { place } = mine();
    const guild = guildById(place);
    nav.setAttribute('aria-label', guild ? t('region.channels', { name: guild.name }) : t('dms'));
    const sig = [place, guild?.name, language()].join();
    if (head.sig !== sig) {
      head.sig = sig;
      fill(head, h('h2', {}, guild ? guild.name : t('messages')), guild ? h('button', { type: 'button', class: 'mini-btn', id: 'add-channel', 'aria-label': t('channel.add'), title: t('channel.add'), on: { click: () => addChannel(guild, null, (c) => c && acts.open(guild.id, c.id)) } }, icon('plus')) : null);
    }
    reconcile(body, guild ? rows(guild, acts) : dmRows(acts));
    const user = userById(ui.user);
    const mark = [user?.id, nameOf(user), user?.color, language()].join();
    if (me.sig === mark) return;
    me.sig = mark;
    fill(me, avatar(user), h('span', { class: 'words' }, h('b', {}, nameOf(user)), h('small', {}, t('online'))),
      h('button', { type: 'button', class: 'mini-btn', id: 'settings', 'aria-label': t('backstage'), title: t('backstage'), on: { click: acts.backstage } }, icon('gear')));
  };
}

function rows(guild, acts) {
  const out = channelRows(guild).map(({ kind, channel }) => {
    if (kind === 'category') return { key: channel.id, sig: channel.name, make: () => h('h3', {}, channel.name) };
    const mark = unreadOf(ui.user, channel.id);
    const waiting = waitsIn(ui.user, channel.id);
    const on = mine().channel === channel.id;
    return { key: channel.id, sig: [kind, channel.name, mark.count, mark.mentions, waiting, on, language()].join('|'), make: () => row(kind, channel, { mark, waiting, on }, () => acts.open(guild.id, channel.id)) };
  });
  return out.length ? out : [{ key: 'none', sig: language(), make: () => h('p', { class: 'empty' }, t('channels.none')) }];
}

function row(kind, channel, { mark, waiting, on }, act) {
  const voice = isVoice(channel);
  const label = [channel.name, kind === 'thread' ? t('thread') : voice ? t('voice') : '', waiting ? t('your.turn') : '', mark.count ? t('n.unread', { n: mark.count }) : ''].filter(Boolean).join(', ');
  return h('button', {
    type: 'button', class: ['ch', kind === 'thread' && 'th', on && 'on', mark.count && 'un'].filter(Boolean).join(' '), data: { channel: channel.id }, disabled: voice,
    'aria-label': label, 'aria-current': on ? 'page' : null, on: { click: act },
  }, kind === 'thread' ? h('span', { class: 'elbow', 'aria-hidden': 'true' }) : icon(voice ? 'voice' : 'hash'), h('span', { class: 'cut' }, channel.name),
  waiting ? h('span', { class: 't' }, t('your.turn')) : mark.mentions ? h('span', { class: 'n' }, capped(mark.mentions)) : null);
}

function dmRows(acts) {
  const user = ui.user;
  const out = [{ key: 'h', sig: language(), make: () => h('h3', {}, t('direct')) }];
  for (const bot of state.bots) {
    const dm = dmsOf(user).find((d) => d.bot === bot.id);
    const mark = dm ? unreadOf(user, dm.id) : { count: 0 };
    const last = dm && visible(user, dm.id).pop();
    const about = !dm ? t('dm.none') : last ? gist(last) || t('picture') : t('dm.empty');
    const on = Boolean(dm) && mine().channel === dm.id;
    out.push({ key: bot.id, sig: [dm?.id, mark.count, about, on, bot.online, nameOf(bot), language()].join('|'), make: () => h('button', {
      type: 'button', class: ['ch dm', on && 'on', mark.count && 'un'].filter(Boolean).join(' '), data: { channel: dm?.id || null, bot: bot.id }, 'aria-current': on ? 'page' : null,
      'aria-label': [nameOf(bot), bot.online ? '' : t('offline.short'), mark.count ? t('n.unread', { n: mark.count }) : ''].filter(Boolean).join(', '),
      on: { click: async () => { const opened = dm || await tell('dm', { user, bot: bot.id }); if (opened) acts.open('dm', opened.id, { ...opened, user, bot: bot.id }); } },
    }, avatar({ ...bot, bot: true }), h('span', { class: 'words' }, h('span', { class: 'cut' }, nameOf(bot)), h('small', { class: 'cut' }, about)), mark.count ? h('span', { class: 'n' }, capped(mark.count)) : null) });
  }
  if (!state.bots.length) out.push({ key: 'none', sig: language(), make: () => h('p', { class: 'empty' }, t('bots.none')) });
  return out;
}
