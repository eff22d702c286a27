/* Helpers to build and patch the page. They create text nodes only and never parse markup. */
const SVG = 'http://www.w3.org/2000/svg';
const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden', 'tabIndex', 'htmlFor', 'type', 'id', 'src', 'alt', 'open',
  'rows', 'maxLength', 'minLength', 'placeholder', 'required', 'autocomplete', 'spellcheck', 'loading', 'href', 'target', 'rel',
  'dateTime', 'title', 'name', 'inputMode', 'lang', 'dir', 'start', 'controls', 'inert', 'decoding']);

/**
 * Build an element. Special `props` are `class`, `text`, `on` (event -> listener), `data` (dataset) and `vars` (CSS variables); others
 * become properties if they are in PROPERTIES, else attributes. Null and false are left out. `kids`: nodes, strings, nested lists, null.
 */
export function h(tag, props = {}, ...kids) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || (value === false && !PROPERTIES.has(key))) continue;
    if (key === 'class') el.className = value;
    else if (key === 'text') el.textContent = value;
    else if (key === 'on') for (const [event, fn] of Object.entries(value)) el.addEventListener(event, fn);
    else if (key === 'data') for (const [k, v] of Object.entries(value)) { if (v !== null && v !== undefined) el.dataset[k] = v; }
    else if (key === 'vars') for (const [k, v] of Object.entries(value)) { if (v) el.style.setProperty('--' + k, v); }
    else if (PROPERTIES.has(key)) el[key] = value;
    else el.setAttribute(key, value === true ? '' : value);
  }
  add(el, kids);
  return el;
}

/** Append nodes, strings and nested lists to `el`; skip empty ones. */
export function add(el, kids) {
  for (const kid of [kids].flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === '') continue;
    el.append(kid instanceof Node ? kid : document.createTextNode(String(kid)));
  }
  return el;
}

/** Replace everything inside `el`. */
export function fill(el, ...kids) {
  el.replaceChildren();
  return add(el, kids);
}

/** Copy the icons into the page. As references into icons.svg they would be fetched again, and would vanish while the server is offline. */
export function loadIcons() {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.onloadend = () => {
      const sprite = request.responseXML?.documentElement;
      for (const one of sprite?.querySelectorAll('symbol') || []) one.id = 'i-' + one.id;
      if (sprite) {
        sprite.style.display = 'none';
        document.body.append(document.adoptNode(sprite));
      }
      done();
    };
    request.open('GET', 'icons.svg');
    request.send();
  });
}

/** Return an icon of icons.svg, hidden from screen readers. */
export function icon(name, cls = '') {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', ('i ' + cls).trim());
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', '#i-' + name);
  svg.append(use);
  return svg;
}

/**
 * Patch the children of `parent` to match `items`, in order. An item is {key, sig, make, fill?}. The element of a key stays as long as
 * there is an item with that key. If the item's `sig` (signature) changes, `fill` refills the element, or without `fill` a new one
 * replaces it, which also gets its focus.
 */
export function reconcile(parent, items) {
  const old = new Map();
  for (const el of [...parent.children]) old.set(el.dataset.key, el);
  const keep = new Set(items.map((item) => item.key));
  for (const [key, el] of old) if (!keep.has(key)) el.remove();
  let at = parent.firstElementChild;
  for (const item of items) {
    let el = old.get(item.key);
    if (!el) {
      el = item.make();
      el.dataset.key = item.key;
    } else if (el.sig !== item.sig) {
      if (item.fill) item.fill(el);
      else {
        const fresh = item.make();
        fresh.dataset.key = item.key;
        const focused = el.contains(document.activeElement);
        if (at === el) at = fresh;
        el.replaceWith(fresh);
        if (focused) (focusables(fresh)[0] || fresh).focus({ preventScroll: true });
        el = fresh;
      }
    }
    el.sig = item.sig;
    if (el === at) at = at.nextElementSibling;
    else parent.insertBefore(el, at);
  }
}

/** Return the elements that can take focus, `root` and those inside it, in document order. */
export function focusables(root) {
  const what = 'a[href],button,input,textarea,select,[tabindex]';
  const all = [...root.querySelectorAll(what)];
  if (root.matches(what)) all.unshift(root);
  return all.filter((el) => !el.disabled && !el.closest('[inert],[hidden]') && el.getClientRects().length);
}

/** Announce a text once to screen readers. */
export function say(text) {
  const box = document.getElementById('say');
  box.textContent = '';
  setTimeout(() => { box.textContent = text; }, 30);
}

/** Whether the page is narrower than 700 px: then it has one column, and sheets instead of popups. */
export const narrow = () => matchMedia('(max-width: 699.98px)').matches;
/** Whether the page is at least 1200 px wide and has room for the side panel. */
export const wide = () => matchMedia('(min-width: 1200px)').matches;
