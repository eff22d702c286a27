/* Links into the page itself: Discord's channel and message addresses, and our own "#/channel". */
const jumps = { go: null };

/** Tell who opens a channel (and a message in it): `fn(channel, message|null)` returns whether it exists. */
export const onJump = (fn) => { jumps.go = fn; };

/** Follow a link inside the page if it is one of ours; true if it was. */
export function openLink(url) {
  const own = /^#\/(\d+)(?:\/(\d+))?$/.exec(url);
  const discord = /^https?:\/\/[^/]+\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/.exec(url);
  const m = own || discord;
  return Boolean(m && jumps.go && jumps.go(m[1], m[2] || null));
}
