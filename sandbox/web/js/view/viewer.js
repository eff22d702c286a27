/* Viewer of a picture over the page. A click or Esc closes it; a button shows the picture at its own size. */
import { h, icon } from '../dom.js';
import { t } from '../i18n.js';
import { showDialog } from './dialog.js';

/** Open the picture at `url` over the page; when it is closed, the focus returns to `from`. */
export function view(url, alt, from) {
  const img = h('img', { src: url, alt });
  const frame = h('div', { class: 'frame' }, img);
  const real = h('button', { type: 'button', class: 'tool', 'aria-pressed': 'false', on: { click: () => {
    const on = frame.classList.toggle('real');
    real.setAttribute('aria-pressed', String(on));
  } } }, icon('search'), t('viewer.real'));
  const dialog = showDialog(h('dialog', { class: 'viewer', 'aria-label': alt },
    h('div', { class: 'bar' }, real, h('a', { class: 'tool', href: url, target: '_blank', rel: 'noopener noreferrer' }, icon('link'), t('viewer.open')),
      h('button', { type: 'button', class: 'tool', 'aria-label': t('close'), on: { click: () => dialog.close() } }, icon('close'))),
    frame, alt === t('picture.none') ? null : h('p', { class: 'alt' }, alt)), from);
  frame.addEventListener('click', (event) => { if (event.target === frame || !frame.classList.contains('real')) dialog.close(); });
}
