/* Pictures in messages: they have their size before they load, and a click opens them at full size. */
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { view } from './viewer.js';

const HIGHEST = 420; // px

/** Return a picture {url, proxy_url?, width?, height?} with its description, at most `widest` x 420 px. */
export function picture(media, alt, { widest = 487, cls = '' } = {}) {
  const { width, height } = media;
  const known = width > 0 && height > 0;
  const scale = known ? Math.min(1, widest / width, HIGHEST / height) : 1;
  const img = h('img', {
    src: media.proxy_url || media.url, alt, decoding: 'async', class: 'pic ' + cls,
    vars: known ? { w: `${Math.round(width * scale)}px`, ratio: `${width} / ${height}` } : {},
  });
  img.addEventListener('error', () => button.classList.add('broken'), { once: true });
  const button = h('button', { type: 'button', class: 'shot', data: { picture: media.url, sized: known ? '1' : null }, 'aria-label': t('picture.open', { alt: alt || t('picture.none') }),
    on: { click: () => view(media.url, alt || t('picture.none'), button) } }, img, h('span', { class: 'lost' }, t('picture.lost')));
  return button;
}
