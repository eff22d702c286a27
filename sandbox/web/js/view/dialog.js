/* Modal dialogs: the browser traps focus and closes on Esc; we give the focus back, even when its element was made anew. */
import { narrow } from '../dom.js';

/** How to find an element again after its surroundings were redrawn. */
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

/** Show a <dialog> modally; it is removed when closed, and focus returns to `from`. A click on the backdrop closes it. */
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
