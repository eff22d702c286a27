/* Keyboard shortcuts of the whole page. Logs, lists and fields handle their own keys. */
import { narrow } from './dom.js';

const typing = (el) => el.matches?.('input:not([type=radio]):not([type=checkbox]),textarea,select,[contenteditable]');
const REGIONS = ['#top', '#servers', '#channels', '#log', '#foot', '#beside'];

/** Return the element of a region that gets the focus when the user enters it; null if the region is not shown. */
function entry(selector) {
  const root = document.querySelector(selector);
  if (!root || !root.getClientRects().length) return null;
  if (selector === '#log') return root.querySelector('li.msg[tabindex="0"]') || root;
  if (selector === '#foot') return root.querySelector('textarea,input,#cmdname');
  if (selector === '#beside') return root.querySelector('li.msg[tabindex="0"],[role=tab][aria-selected=true]');
  return root.querySelector('[aria-current],[aria-checked=true]') || root.querySelector('button:not(:disabled)');
}

function nextRegion(back) {
  const at = REGIONS.findIndex((s) => document.querySelector(s)?.contains(document.activeElement));
  for (let i = 1; i <= REGIONS.length; i += 1) {
    const to = entry(REGIONS[(at + (back ? -i : i) + REGIONS.length * 2) % REGIONS.length]);
    if (to) { to.focus(); return; }
  }
}

/** Listen to the page's keys and call `acts`: {nth(n), channel(step, unread), jump(), slash(), beside(), escape(), logs}. */
export function listenKeys(acts) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const { key, target } = event;
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.altKey && /^Digit[1-9]$/.test(event.code)) acts.nth(Number(event.code[5]) - 1);
    else if (event.altKey && (key === 'ArrowUp' || key === 'ArrowDown')) acts.channel(key === 'ArrowDown' ? 1 : -1, event.shiftKey);
    else if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === 'k') acts.jump();
    else if (key === 'F6') nextRegion(event.shiftKey);
    else if (key === 'Escape' && plain) { if (!acts.escape(target)) return; }
    else if (plain && !typing(target) && acts.logs.some((log) => log.ol.contains(target) && log.onKey(event))) { /* the log has used it */ }
    else if (key === '/' && plain && !typing(target)) acts.slash();
    else if (key.toLowerCase() === 'b' && plain && !typing(target)) acts.beside();
    else return;
    event.preventDefault();
  });
}

/** Keep Tab inside the drawer while it is open on a phone. */
export function holdDrawer(open) {
  const inert = narrow() && open;
  for (const id of ['main', 'beside']) document.getElementById(id).inert = inert;
}
