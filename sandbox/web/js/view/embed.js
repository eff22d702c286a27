/* Embed of a message: an article named by its title. It shows only what Discord shows. */
import { h } from '../dom.js';
import { markdown, markline, link, signs, plain } from './markdown.js';
import { picture } from './picture.js';
import { short } from '../time.js';

const hex = (color) => (Number.isInteger(color) ? '#' + color.toString(16).padStart(6, '0') : null);
const web = (url) => /^https?:\/\//.test(url || '');

/** Replace the URL "attachment://name" by the URL of that attachment. */
const resolved = (media, message) => {
  const name = /^attachment:\/\/(.+)$/.exec(media.url || '')?.[1];
  const file = name && (message.attachments || []).find((a) => a.filename === name);
  return file ? { ...media, url: file.url, proxy_url: file.proxy_url, width: file.width, height: file.height, description: media.description || file.description } : media;
};

const small = (url) => url && h('img', { class: 'mini', src: url, alt: '' });

const field = (f, message) => h('div', { class: f.inline ? 'field inline' : 'field' },
  h('div', { class: 'fname' }, markline(f.name, message)), h('div', { class: 'fvalue md' }, markdown(f.value, message)));

function footer(embed) {
  if (!embed.footer && !embed.timestamp) return null;
  const when = embed.timestamp && h('time', { dateTime: embed.timestamp }, short(Date.parse(embed.timestamp)));
  return h('div', { class: 'ft' }, small(embed.footer?.icon_url), h('span', {}, signs(embed.footer?.text || '')),
    when && embed.footer?.text ? h('span', { 'aria-hidden': 'true' }, '·') : null, when);
}

/** Return a picture of the embed; its description is its own, else that of the attachment that it shows. */
function mediaView(media, message, look) {
  const found = media && resolved(media, message);
  return found ? picture(found, found.description || '', look) : null;
}

/** Return the embed as an article; `key` is part of its title's id. */
export function embedView(embed, message, key) {
  const title = embed.title && h('h4', { id: `t-${key}`, tabIndex: -1, class: 'title' },
    web(embed.url) ? link(embed.url, markline(embed.title, message)) : markline(embed.title, message));
  const name = embed.title ? { 'aria-labelledby': `t-${key}` } : { 'aria-label': plain(embed.author?.name || embed.description || '').slice(0, 80) || null };
  const author = embed.author?.name && h('div', { class: 'au' }, small(embed.author.icon_url),
    web(embed.author.url) ? link(embed.author.url, signs(embed.author.name)) : h('span', {}, signs(embed.author.name)));
  const fields = embed.fields?.length ? h('div', { class: 'fields' }, embed.fields.map((f) => field(f, message))) : null;
  return h('article', { class: embed.thumbnail ? 'emb thumbed' : 'emb', tabIndex: embed.title ? null : -1, vars: { c: hex(embed.color) }, ...name },
    mediaView(embed.thumbnail, message, { cls: 'thumb' }),
    author, title,
    embed.description ? h('div', { class: 'md' }, markdown(embed.description, message)) : null,
    fields,
    mediaView(embed.image, message),
    footer(embed));
}

const withoutQuery = (url) => (url || '').split('?')[0];

/** Return the URLs of pictures that the message's embeds show; the same attachments are not shown again. */
export function shownByEmbeds(message) {
  const shown = new Set();
  for (const embed of message.embeds || []) {
    for (const media of [embed.image, embed.thumbnail]) if (media) shown.add(withoutQuery(resolved(media, message).url));
    for (const url of [embed.author?.icon_url, embed.footer?.icon_url]) if (url) shown.add(withoutQuery(url));
  }
  return shown;
}
export const isShown = (attachment, shown) => shown.has(withoutQuery(attachment.url)) || shown.has(withoutQuery(attachment.proxy_url));
