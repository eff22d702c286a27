/* Delays redraws while a mouse button or the space bar is down on a control: a control that is replaced meanwhile would get no click. */
import { hold } from './store.js';

const HOLD_LIMIT_MS = 3000; // the end of a press may cause no event: redraws must not wait for ever
const CONTROLS = 'button,a[href],[role=button],[role=option]';
// Events that end a press, with or without a click. Browsers don't send all of them each time.
const ENDS = ['mouseup', 'keyup', 'pointerup', 'pointercancel', 'lostpointercapture', 'dragstart', 'dragend', 'contextmenu', 'visibilitychange'];

let limit = null;

function end() {
  clearTimeout(limit);
  limit = null;
  hold(false);
}

function begin(event) {
  if (!event.target.closest?.(CONTROLS)) return;
  clearTimeout(limit);
  limit = setTimeout(end, HOLD_LIMIT_MS);
  hold(true);
}

/** Watch the whole page for presses. */
export function watchPresses() {
  document.addEventListener('mousedown', (event) => { if (event.button === 0) begin(event); }, true);
  document.addEventListener('keydown', (event) => { if (event.key === ' ' && !event.repeat) begin(event); }, true);
  for (const name of ENDS) document.addEventListener(name, end, true);
  // the button was released outside the page, which got no event: the pointer comes back without a pressed button
  document.addEventListener('pointermove', (event) => { if (limit !== null && !event.buttons) end(); }, true);
  for (const name of ['blur', 'pagehide']) addEventListener(name, end);
}
