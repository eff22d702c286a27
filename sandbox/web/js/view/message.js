/* Message as a list item of the log. The <li> stays as long as the message; an edit redraws its content. */
import { h, icon, fill, add } from '../dom.js';
import { t } from '../i18n.js';
import { state, messagesOf } from '../store.js';
import { ui } from '../ui.js';
import { channelById, commandIn, localeOf, mentions, nameOf, unreadOf, userById } from '../derive.js';
import { short } from '../time.js';
import { tell } from '../actions.js';
import { avatar } from './avatar.js';
import { embedView, shownByEmbeds, isShown } from './embed.js';
import { row } from './components.js';
import { layout } from './layout.js';
import { markdown, plain, signs } from './markdown.js';
import { gallery, picture } from './picture.js';
import { openLink } from './links.js';

const EPHEMERAL = 64;
const LOADING = 128;
const LAYOUT = 32768;

export const isEphemeral = (m) => Boolean(m.ephemeral_for) || Boolean((m.flags || 0) & EPHEMERAL);

/** Return the name of a message's author. */
export const authorName = (m) => (m.member?.nick) || nameOf(state.users.find((u) => u.id === m.author?.id) || m.author);

/** Return a message as plain text for announcements: content, title and text of the first embed, joined by full stops where needed. */
export function gist(m) {
  const embed = (m.embeds || [])[0];
  const parts = [plain(m.content), embed && plain(embed.title || ''), embed && plain(embed.description || '')].filter(Boolean);
  const joined = parts.slice(1).reduce((text, part) => text + (/[.!?:…]$/.test(text) ? ' ' : '. ') + part, parts[0] || '');
  return joined.slice(0, 300);
}

/** Return the line above an answer that says which command or button the user used, or null. */
function usedLine(m) {
  const meta = m.interaction_metadata;
  if (!m.via && !meta?.user) return null;
  const kind = m.via?.kind || meta.type;
  const slash = kind === 2;
  if (!slash && !isEphemeral(m)) return null;
  const by = m.via ? m.via.user.id || m.via.user : meta.user.id;
  const user = state.users.find((u) => u.id === by) || meta?.user;
  const name = (m.via?.name || m.interaction?.name || meta?.name || '').replace(/^\//, '');
  const label = kind === 5 ? t('a.form') : name || state.outcomes.get(meta?.id)?.label;
  if (!slash && !label) return null;
  const action = slash ? [t('used'), ' ', h('b', { class: 'cmdname' }, name ? '/' + commandIn(name, localeOf(userById(ui.user))) : t('a.command'))] : [t(kind === 5 ? 'sent' : 'tapped'), ' ', h('b', {}, signs(label))];
  return h('div', { class: 'ref' }, avatar(user, 'tiny'), h('span', {}, h('b', {}, nameOf(user)), ' ', action));
}

function replyLine(m) {
  if (m.type !== 19 || !m.message_reference) return null;
  const to = m.referenced_message || messagesOf(m.channel_id).get(m.message_reference.message_id);
  if (!to) return h('div', { class: 'ref' }, icon('undo'), h('i', {}, t('reply.gone')));
  return h('button', { type: 'button', class: 'ref', on: { click: () => openLink(`#/${m.channel_id}/${to.id}`) } },
    avatar(to.author, 'tiny'), h('b', {}, authorName(to)), h('span', { class: 'cut' }, gist(to) || t('picture')));
}

function attachments(m) {
  const shown = shownByEmbeds(m);
  const rest = (m.attachments || []).filter((a) => !isShown(a, shown));
  if (!rest.length) return null;
  const pictures = rest.filter(isImage);
  return [pictures.length ? gallery(pictures.map((a) => picture(a, a.description || t('picture.none')))) : null,
    ...rest.filter((a) => !isImage(a)).map(file)];
}

const isImage = (a) => (a.content_type || '').startsWith('image/') || /\.(png|jpe?g|gif|webp)$/i.test(a.filename || '');

const file = (a) => h('div', { class: 'files' }, h('a', { class: 'file', href: a.url, target: '_blank', rel: 'noopener noreferrer', download: a.filename }, icon('file'),
      h('span', {}, h('b', {}, a.filename), h('small', {}, [a.description, size(a.size)].filter(Boolean).join(' · ')))));

const size = (bytes) => (bytes > 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : bytes > 1e3 ? `${Math.round(bytes / 1e3)} KB` : bytes ? `${bytes} B` : '');

function threadChip(m, user) {
  const thread = m.thread && channelById(m.thread.id);
  if (!thread) return null;
  return h('button', { type: 'button', class: 'threadchip', data: { thread: thread.id }, on: { click: () => openLink(`#/${thread.id}`) } },
    icon('thread'), h('b', {}, thread.name), unreadOf(user, thread.id).count ? h('span', { class: 'n' }, String(unreadOf(user, thread.id).count)) : null,
    h('span', { class: 'soft' }, t('thread.see')));
}

const SYSTEM = { 6: 'sys.pinned', 7: 'sys.joined', 18: 'sys.thread' };

function body(m, ctx) {
  if ((m.flags || 0) & LOADING) return [h('p', { class: 'thinking' }, h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), t('thinking', { name: authorName(m) }))];
  if ((m.flags || 0) & LAYOUT) return layout(m, ctx);
  const kids = [];
  if (m.content) kids.push(h('div', { class: 'md content' }, markdown(m.content, m)));
  kids.push(attachments(m));
  (m.embeds || []).forEach((embed, i) => kids.push(embedView(embed, m, `${ctx.log}-${m.id}-${i}`)));
  for (const component of m.components || []) kids.push(row(component, ctx));
  return kids;
}

const onlyYou = (m, user) => h('div', { class: 'only' }, icon('eye'), h('span', {}, t('ephemeral')), h('span', { 'aria-hidden': 'true' }, '·'),
  h('button', { type: 'button', class: 'dismiss control', data: { dismiss: m.id }, on: { click: () => tell('dismiss', { user, message: m.id }) } }, t('dismiss')));

/** Mark every control with its row and column, so that the focus can return to the same position after an edit. */
function number(el) {
  el.querySelectorAll('.row, .only').forEach((line, r) => line.querySelectorAll('.control').forEach((c, k) => { c.dataset.row = r; c.dataset.col = k; }));
}

/** Move unchanged pictures into the new content, so that a redraw doesn't make them flicker. */
function keepPictures(li, inside) {
  const old = new Map([...li.querySelectorAll('.shot')].map((shot) => [shot.dataset.picture + shot.ariaLabel, shot]));
  for (const shot of inside.querySelectorAll('.shot')) {
    const same = old.get(shot.dataset.picture + shot.ariaLabel);
    if (same) shot.replaceWith(same);
  }
}

/** Draw message `m` into its <li>. ctx: {user, log, follows}; `follows`: the message is grouped with the one above, without avatar and name. */
export function drawMessage(li, m, ctx) {
  const full = { ...ctx, message: m, pressed: (id) => state.pressed.get(`${ctx.user}/${m.id}/${id}`) };
  const ephemeral = isEphemeral(m);
  const mentioned = !ephemeral && mentions(ctx.user, m);
  li.className = ['msg', ephemeral && 'eph', mentioned && 'men', ctx.follows && 'follows', m.author?.bot && 'frombot'].filter(Boolean).join(' ');
  Object.assign(li.dataset, { messageId: m.id, author: m.author?.id || '' });
  li.dataset.kind = ephemeral ? 'ephemeral' : mentioned ? 'mention' : 'plain';
  if (SYSTEM[m.type]) {
    li.classList.add('system');
    fill(li, icon(m.type === 18 ? 'thread' : 'right'), h('span', {}, t(SYSTEM[m.type], { name: authorName(m), what: m.content || '' })), h('time', {}, short(Date.parse(m.timestamp))), threadChip(m, ctx.user));
    return;
  }
  const when = Date.parse(m.timestamp);
  const edited = m.edited_timestamp && !ephemeral && !((m.flags || 0) & LOADING);
  li.setAttribute('aria-label', `${authorName(m)}, ${short(when)}. ${mentioned ? t('mention.you') + '. ' : ''}${ephemeral ? t('ephemeral') + '. ' : ''}${gist(m)}`);
  const time = h('time', { dateTime: m.timestamp }, short(when));
  const head = h('div', { class: 'nm' }, h('b', { class: 'who' }, authorName(m)), m.author?.bot ? h('span', { class: 'tag' }, t('bot')) : null, time,
    edited ? h('span', { class: 'edited' }, t('edited')) : null);
  const inside = h('div', { class: 'body', 'aria-live': 'off' });
  add(inside, [body(m, full), threadChip(m, ctx.user), ephemeral ? onlyYou(m, ctx.user) : null]);
  number(inside);
  keepPictures(li, inside);
  fill(li, usedLine(m) || replyLine(m), ctx.follows ? null : avatar(m.author), ctx.follows ? null : head, inside);
}
