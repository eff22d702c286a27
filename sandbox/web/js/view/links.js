/* Links that the page opens itself: URLs of Discord's channels and messages, and the page's own "#/channel". */
const jumps = { go: null };

/** Set the function that opens a channel (and a message in it): `fn(channel, message|null)` returns whether it exists. */
export const onJump = (fn) => { jumps.go = fn; };

/** Open a link inside the page if it leads there; returns whether it did. */
export function openLink(url) {
  const own = /^#\/(\d+)(?:\/(\d+))?$/.exec(url);
  const discord = /^https?:\/\/[^/]+\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/.exec(url);
  const m = own || discord;
  return Boolean(m && jumps.go && jumps.go(m[1], m[2] || null));
}
