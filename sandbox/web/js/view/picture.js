/* Pictures in messages: they have their size before they load, and a click opens them at full size. */
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { view } from './viewer.js';

/** Return a picture {url, proxy_url?, width?, height?} with its description; css/discord.css limits its size by where it stands. */
export function picture(media, alt, { cls = '' } = {}) {
  const { width, height } = media;
  const known = width > 0 && height > 0;
  const img = h('img', { src: media.proxy_url || media.url, alt, decoding: 'async', class: 'pic' });
  img.addEventListener('error', () => button.classList.add('broken'), { once: true });
  const button = h('button', { type: 'button', class: `shot ${cls}`.trim(), vars: known ? { pw: String(width), ph: String(height) } : {}, data: { picture: media.url, sized: known ? '1' : null }, 'aria-label': t('picture.open', { alt: alt || t('picture.none') }),
    on: { click: () => view(media.url, alt || t('picture.none'), button) } }, img, h('span', { class: 'lost' }, t('picture.lost')));
  return button;
}

/** Return pictures as Discord arranges them: one at its own ratio, several in a mosaic. */
export const gallery = (pictures) => h('div', { class: 'files' }, pictures.length < 2 ? pictures
  : h('div', { class: 'mosaic', data: { n: String(pictures.length) } }, pictures));
