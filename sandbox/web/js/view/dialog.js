/* Modal dialogs. The browser keeps the focus inside and closes them on Esc. This module then returns the focus, even if a redraw has replaced its element. */
import { narrow } from '../dom.js';

/** Return a function that finds an element, or the one that replaced it in a redraw. */
export function handleOf(el) {
  if (!el || el === document.body) return () => null;
  const message = el.closest?.('[data-message-id]')?.dataset.messageId;
  const log = el.closest?.('ol.log')?.id;
  const { customId, picture, channel, user } = el.dataset || {};
  const id = el.id;
  return () => {
    if (el.isConnected) return el;
    if (id) return document.getElementById(id);
    const room = message && document.querySelector(`#${log} [data-message-id="${message}"]`);
    if (room) return [...room.querySelectorAll('[data-custom-id],[data-picture]')].find((x) => (customId ? x.dataset.customId === customId : x.dataset.picture === picture)) || room;
    if (channel) return document.querySelector(`#channels [data-channel="${channel}"]`);
    if (user) return document.querySelector(`#top [data-user="${user}"]`);
    return null;
  };
}

/** Show a <dialog> modally. When it is closed it is removed, and the focus returns to `from`. A click on the backdrop closes it. */
export function showDialog(dialog, from = document.activeElement) {
  const back = handleOf(from);
  if (narrow()) dialog.classList.add('sheet');
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    const target = back();
    if (target && !document.querySelector('dialog[open]')) target.focus({ preventScroll: true });
  });
  let pressedOutside = false;
  dialog.addEventListener('pointerdown', (event) => { pressedOutside = event.target === dialog; });
  dialog.addEventListener('click', (event) => { if (event.target === dialog && pressedOutside) dialog.close(); });
  dialog.showModal();
  return dialog;
}
