/* Header of the middle column, and the gray bars below it: connection lost, bot offline. */
import { h, icon, fill } from '../dom.js';
import { t, language } from '../i18n.js';
import { state } from '../store.js';
import { ui, mine } from '../ui.js';
import { channelById, guildOf, isThread, nameOf } from '../derive.js';
import { retryLine } from '../actions.js';
import { avatar } from './avatar.js';
import { under } from './composer.js';
import { openJump } from './jump.js';

/** Draw the header. */
export function renderHeader(head, acts) {
  const channel = channelById(mine().channel);
  const sig = [channel?.id, channel?.name, channel?.topic, under(channel), language(), ui.user].join('|');
  if (head.sig === sig) return;
  head.sig = sig;
  if (!channel) { fill(head, h('h1', {}, 'Sobremesa')); return; }
  const dm = channel.type === 1;
  fill(head, dm ? avatar({ ...channel.bot, bot: true }) : icon(isThread(channel) ? 'thread' : 'hash'), h('h1', {}, channel.name),
    h('small', { class: 'cut' }, dm ? t('dm.about') : under(channel) || channel.topic || guildOf(channel.id)?.name || ''),
    h('span', { class: 'r' }, h('button', { type: 'button', class: 'mini-btn', id: 'jump-open', 'aria-label': t('jump'), title: `${t('jump')} (Ctrl+K)`, on: { click: () => openJump(acts) } }, icon('search'))));
}

/** Draw the bars; that of a lost connection counts down to the next try. */
export function renderBars(bars) {
  const out = [];
  if (state.ready !== false && !state.connected) {
    const wait = Math.max(0, Math.ceil(((state.retryAt || 0) - Date.now()) / 1000));
    out.push(h('div', { class: 'bar', role: 'status', data: { bar: 'offline' } }, icon('refresh'), h('span', {}, wait ? t('line.lost.in', { n: wait }) : t('line.lost')),
      h('button', { type: 'button', class: 'dismiss', on: { click: retryLine } }, t('retry'))));
  } else {
    const offline = state.bots.filter((b) => !b.online);
    const channel = channelById(mine().channel);
    const concerned = channel?.type === 1 ? offline.filter((b) => b.id === channel.dm.bot) : offline;
    for (const bot of concerned) out.push(h('div', { class: 'bar', role: 'status', data: { bar: 'bot' } }, icon('cup'), h('span', {}, t('bot.away', { name: nameOf(bot) }))));
  }
  const sig = out.map((el) => el.textContent).join() + language();
  if (bars.sig === sig) return;
  bars.sig = sig;
  fill(bars, out);
}
