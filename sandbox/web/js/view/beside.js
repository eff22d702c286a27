/* Side panel: the current user's DM with the bot (or their table's channel, if the middle column shows the DM), and Backstage. */
import { h, icon, fill, wide, narrow } from '../dom.js';
import { t, language } from '../i18n.js';
import { state } from '../store.js';
import { ui, mine } from '../ui.js';
import { channelById, mainDm, mayEnter, nameOf, userById } from '../derive.js';
import { tell } from '../actions.js';
import { LogView } from './log.js';
import { makeBackstage } from './backstage.js';

/** Return the side panel's channel: the DM, or the server channel visited last if the middle column shows DMs. */
export function besideChannel() {
  const me = mine();
  if (!ui.beside || ui.besideTab !== 'dm') return null;
  if (me.place !== 'dm') return mainDm(ui.user)?.id || null;
  const last = Object.entries(me.last).find(([place, c]) => place !== 'dm' && mayEnter(ui.user, channelById(c)));
  return last ? last[1] : null;
}

/** Build the panel; returns {render(topics), tick(topics), log}. acts: {close(), open(place, channel), tab(name)}. */
export function makeBeside(aside, acts) {
  const tabs = h('div', { class: 'tabs', role: 'tablist' });
  const close = h('button', { type: 'button', class: 'mini-btn', id: 'beside-close', on: { click: acts.close } }, icon('close'));
  const ol = h('ol', { class: 'log', id: 'beside-log', role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  const open = h('div', { class: 'beside-open' });
  const dmPanel = h('div', { class: 'tabpanel', role: 'tabpanel', id: 'panel-dm', 'aria-labelledby': 'tab-dm' }, ol, open);
  const stage = h('div', { class: 'tabpanel', role: 'tabpanel', id: 'panel-backstage', 'aria-labelledby': 'tab-backstage' });
  fill(aside, h('div', { class: 'hd' }, tabs, close), dmPanel, stage);
  const log = new LogView(ol, besideChannel, () => t(mine().place === 'dm' ? 'beside.no.table' : 'beside.no.dm', { name: nameOf(userById(ui.user)) }));
  const backstage = makeBackstage(stage);

  const tab = (id, name) => h('button', {
    type: 'button', role: 'tab', id: `tab-${id}`, 'aria-selected': String(ui.besideTab === id), 'aria-controls': `panel-${id}`, tabIndex: ui.besideTab === id ? 0 : -1,
    class: ui.besideTab === id ? 'on' : '', on: { click: () => acts.tab(id), keydown: (e) => {
      if (e.altKey || (e.key !== 'ArrowLeft' && e.key !== 'ArrowRight')) return;
      e.preventDefault();
      acts.tab(id === 'dm' ? 'backstage' : 'dm');
      setTimeout(() => document.querySelector('#beside [role=tab][aria-selected=true]')?.focus(), 10);
    } },
  }, name);

  function openRow() {
    const channel = channelById(besideChannel());
    const bot = state.bots[0];
    const sig = [channel?.id, bot?.id, ui.user, language()].join();
    if (open.sig === sig) return;
    open.sig = sig;
    if (channel) {
      const place = channel.type === 1 ? 'dm' : state.guilds.find((g) => g.channels.includes(channel))?.id;
      fill(open, h('button', { type: 'button', class: 'b', id: 'beside-write', on: { click: () => acts.open(place, channel.id) } }, icon(channel.type === 1 ? 'bubble' : 'hash'), t('beside.open', { name: channel.name })));
    } else if (bot && mine().place !== 'dm') {
      fill(open, h('button', { type: 'button', class: 'b', on: { click: async () => { const dm = await tell('dm', { user: ui.user, bot: bot.id }); if (dm) acts.open('dm', dm.id, { ...dm, user: ui.user, bot: bot.id }); } } }, icon('bubble'), t('dm.open', { name: nameOf(bot) })));
    } else fill(open);
  }

  return { log, tick(topics) { if (ui.beside && ui.besideTab === 'backstage') backstage(topics); }, render(topics) {
    aside.hidden = !ui.beside;
    document.getElementById('app').classList.toggle('with-beside', ui.beside);
    aside.setAttribute('aria-label', t('beside'));
    close.setAttribute('aria-label', t('close'));
    aside.classList.toggle('over', !wide());
    if (!ui.beside) return;
    const name = mine().place === 'dm' ? t('tab.table') : t('tab.dm', { name: nameOf(userById(ui.user)) });
    const sig = [name, ui.besideTab, language(), narrow()].join();
    if (tabs.sig !== sig) {
      const focused = tabs.contains(document.activeElement);
      tabs.sig = sig;
      fill(tabs, tab('dm', name), tab('backstage', t('backstage')));
      if (focused) tabs.querySelector('[aria-selected=true]').focus();
    }
    dmPanel.hidden = ui.besideTab !== 'dm';
    stage.hidden = ui.besideTab !== 'backstage';
    if (ui.besideTab === 'dm') { log.render(topics); openRow(); } else backstage(topics);
  } };
}
