/* Messages with Discord's V2 components (flag 32768): containers, sections, text, galleries, separators. */
import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { markdown } from './markdown.js';
import { gallery, picture } from './picture.js';
import { row } from './components.js';

const media = (m, message) => {
  const name = /^attachment:\/\/(.+)$/.exec(m.url || '')?.[1];
  const file = name && (message.attachments || []).find((a) => a.filename === name);
  return file ? { ...m, ...file } : m;
};

// by component type
const KINDS = {
  1: (c, ctx) => row(c, ctx),
  9: (c, ctx) => h('div', { class: 'section' }, h('div', { class: 'grow' }, c.components.map((x) => one(x, ctx))),
    c.accessory?.type === 2 ? row({ components: [c.accessory] }, ctx) : c.accessory ? one(c.accessory, ctx) : null),
  10: (c, ctx) => h('div', { class: 'md' }, markdown(c.content, ctx.message)),
  11: (c, ctx) => picture(media(c.media, ctx.message), c.description || t('picture.none'), { cls: 'thumb' }),
  12: (c, ctx) => gallery(c.items.map((i) => picture(media(i.media, ctx.message), i.description || t('picture.none')))),
  13: (c, ctx) => h('a', { class: 'file', href: media(c.file, ctx.message).url, target: '_blank', rel: 'noopener noreferrer' }, icon('file'), h('b', {}, c.name || t('file'))),
  14: (c) => h('hr', { class: c.divider === false ? 'blank' : null }),
  17: (c, ctx) => h('article', { class: 'emb', vars: { c: Number.isInteger(c.accent_color) ? '#' + c.accent_color.toString(16).padStart(6, '0') : null } }, c.components.map((x) => one(x, ctx))),
};

const one = (c, ctx) => (KINDS[c.type] ? KINDS[c.type](c, ctx) : null);

/** Return the components of such a message as elements. */
export const layout = (message, ctx) => (message.components || []).map((c) => one(c, ctx));
