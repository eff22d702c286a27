/* Field to write a message: plain text, or a slash command as pills. Each user has a draft per channel. */
import { h, icon, fill, narrow } from '../dom.js';
import { t } from '../i18n.js';
import { state } from '../store.js';
import { ui, mine } from '../ui.js';
import { botById, channelById, fold, isThread, localeOf, nameIn, nameOf, slashCommands, titleOf, userById } from '../derive.js';
import { tell } from '../actions.js';
import { avatar } from './avatar.js';
import { list } from '../i18n.js';
import { Picker } from './picker.js';
import { CommandLine } from './command.js';

const LONGEST = 2000; // characters of a message
const NO_MATCH = 4; // rank of a command that does not match

const names = (command) => [command.label, command.plain].map(fold);
const nameAtStart = (command, words) => names(command).find((n) => words === n || words.startsWith(n + ' '));

/**
 * How well a command matches the text after the slash: 0 the text begins with its whole name, 1 the text is its first words, 2 its name
 * begins with the text, 3 its name contains the text, NO_MATCH.
 */
function rank(command, typed) {
  const words = fold(typed);
  if (nameAtStart(command, words)) return 0;
  return Math.min(...names(command).map((n) => (n.startsWith(words.trimEnd() + ' ') ? 1 : n.startsWith(words) ? 2 : n.includes(words) ? 3 : NO_MATCH)));
}

/** Return the text after a command's name. */
function textAfterName(command, text) {
  const typed = text.replace(/^\/\s*/, '');
  return typed.slice(nameAtStart(command, fold(typed))?.length ?? typed.length).trim();
}

export class Composer {
  constructor(foot, where) {
    this.where = where;
    this.shown = null;
    this.status = h('div', { class: 'status', id: 'status', role: 'status' });
    this.form = h('form', { class: 'cmp', id: 'composer', 'aria-label': t('composer') });
    this.form.addEventListener('submit', (event) => { event.preventDefault(); this.submit(); });
    this.picker = new Picker(h('div', { class: 'picker', id: 'picker' }));
    fill(foot, this.status, h('div', { class: 'writing' }, this.picker.box, this.form));
  }

  get draft() { return (mine().drafts[this.where()] ||= { text: '', cmd: null }); }
  get locale() { return localeOf(userById(ui.user)); }
  commands() { return slashCommands(this.locale, channelById(this.where()), ui.user); }

  /** Redraw if the user, channel, mode or language has changed; otherwise keep the field in which the user may be typing. */
  render() {
    const channel = this.where() && channelById(this.where());
    this.renderStatus();
    this.form.hidden = !channel;
    if (!channel) { this.shown = null; this.picker.close(); return; }
    const key = [ui.user, channel.id, channel.name, this.draft.cmd?.key, document.documentElement.lang, this.locale, narrow()].join('/');
    if (key === this.shown) return;
    this.shown = key;
    this.picker.close();
    const focused = this.form.contains(document.activeElement);
    const command = this.draft.cmd && this.commands().find((c) => `${c.id}/${c.plain}` === this.draft.cmd.key);
    if (command) this.drawCommand(command);
    else { this.draft.cmd = null; this.drawText(channel); }
    if (focused) this.focus();
  }

  drawText(channel) {
    this.line = null;
    const name = titleOf(channel);
    const hint = channel.type === 1 ? t('write.dm', { name }) : t('write.channel', { name });
    this.input = h('textarea', {
      id: 'message', rows: 1, maxLength: LONGEST, placeholder: narrow() ? t('write.short') : hint, autocomplete: 'off', role: 'combobox', 'aria-label': hint, 'aria-autocomplete': 'list',
      'aria-expanded': 'false', 'aria-haspopup': 'listbox', value: this.draft.text,
      on: { input: () => this.typed(), keydown: (e) => this.onKey(e), blur: (e) => this.picker.leave(e.target) },
    });
    fill(this.form, h('button', { type: 'button', class: 'cbtn', id: 'commands', 'aria-label': t('commands.see'), on: { click: () => this.slash() } }, icon('slash')),
      this.input, h('button', { type: 'submit', class: 'cbtn send', 'aria-label': t('send') }, icon('send')));
    this.grow();
  }

  drawCommand(command) {
    this.input = null;
    this.line = new CommandLine(this, command);
    fill(this.form, this.line.nodes());
  }

  renderStatus() {
    const channel = this.where();
    const running = state.running.get(`${ui.user}/${channel}`);
    const typing = [...(state.typing.get(channel) || [])].filter(([who, until]) => until > Date.now() && who !== ui.user).map(([who]) => nameOf(userById(who) || botById(who)));
    const key = JSON.stringify([running, typing, document.documentElement.lang]);
    if (this.statusKey === key) return;
    this.statusKey = key;
    this.status.dataset.state = running?.state || (typing.length ? 'typing' : '');
    const dots = h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
    if (running?.state === 'failed') {
      const why = !running.error || /did not respond/i.test(running.error) ? t('failed') : running.error === 'offline' ? t('offline') : running.error;
      fill(this.status, icon('warn'), h('span', { class: 'fail' }, `/${running.name}: ${why}`),
        h('button', { type: 'button', class: 'dismiss', on: { click: () => { state.running.delete(`${ui.user}/${channel}`); this.renderStatus(); } } }, t('dismiss')));
    } else if (running) fill(this.status, dots, t('running', { name: '/' + running.name }));
    else if (typing.length) fill(this.status, dots, t('typing', { n: typing.length, names: list(typing) }));
    else fill(this.status);
  }

  typed() {
    const { text } = Object.assign(this.draft, { text: this.input.value });
    this.grow();
    this.form.classList.toggle('full', Boolean(text.trim()));
    if (!text.startsWith('/') || text.includes('\n')) { this.picker.close(); return; }
    this.suggest(text.slice(1).trimStart());
  }

  /** Show the commands whose name matches, best first; names are those of the user's language and the untranslated ones. */
  suggest(words) {
    const found = this.commands().map((c) => [rank(c, words), c]).filter(([r]) => r < NO_MATCH).sort((a, b) => a[0] - b[0]).map(([, c]) => c);
    const groups = new Set(found.map((c) => c.bot?.id)).size > 1;
    this.picker.show(this.input, {
      items: found.map((c) => ({ label: '/' + c.label, value: c.plain, about: c.about, group: groups ? nameOf(c.bot) : null, extra: this.shape(c), pick: () => this.start(c, textAfterName(c, this.draft.text)) })),
      head: found.length ? [avatar({ ...found[0].bot, bot: true }, 'tiny'), h('span', {}, groups ? t('commands') : t('commands.of', { name: nameOf(found[0].bot) }))] : null,
      note: found.length ? null : t('commands.none'),
    });
  }

  /** Return the names of a command's options, or null. */
  shape(c) {
    const options = c.leaf.options || [];
    return options.length ? h('span', { class: 'shape' }, options.map((o) => h('i', { class: o.required ? 'must' : null }, nameIn(o, this.locale)))) : null;
  }

  /** Begin to fill in a command. `rest` is the text after its name; it becomes the value of the first option. */
  start(command, rest = '') {
    const first = (command.leaf.options || []).find((o) => o.type > 2);
    this.draft.cmd = { key: `${command.id}/${command.plain}`, values: first && rest ? { [first.name]: { text: rest } } : {}, shown: null, active: null };
    this.draft.text = '';
    this.render();
    this.line.focus();
  }

  /** Go back from a command to plain text, which is `text` then. */
  leave(text = '') {
    Object.assign(this.draft, { cmd: null, text });
    this.render();
    this.input.focus();
    this.input.setSelectionRange(text.length, text.length);
    this.typed();
  }

  /** Begin a command after the "/" key or the button. */
  slash() {
    if (this.line) { this.line.focus(); return; }
    if (!this.input) return;
    this.input.focus();
    if (!this.input.value) this.input.value = '/';
    this.typed();
  }

  focus() { if (this.line) this.line.focus(); else this.input?.focus(); }

  onKey(event) {
    const { picker } = this;
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (picker.isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) picker.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (picker.isOpen && picker.active && (event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey) picker.active.pick();
    else if (picker.isOpen && event.key === 'Escape') picker.close();
    else if (event.key === 'Enter' && !event.shiftKey) this.submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async submit() {
    if (this.line) { this.line.send(); return; }
    const text = this.draft.text.trim();
    const channel = this.where();
    if (!text || (this.picker.isOpen && this.picker.active)) return;
    this.draft.text = '';
    this.input.value = '';
    this.form.classList.remove('full');
    this.grow();
    const sent = await tell('send', { user: ui.user, channel, content: this.encode(text) });
    if (!sent && !this.draft.text && this.input && this.where() === channel) { this.draft.text = text; this.input.value = text; }
  }

  /** Replace "@Ana" and "#mesa" by Discord's mentions, longest names first. */
  encode(text) {
    const people = [...state.users, ...state.bots].map((u) => ['@' + nameOf(u), `<@${u.id}>`]);
    const rooms = state.guilds.flatMap((g) => g.channels).filter((c) => c.name && c.type !== 4).map((c) => ['#' + c.name, `<#${c.id}>`]);
    const words = [...people, ...rooms].sort((a, b) => b[0].length - a[0].length);
    return words.reduce((s, [word, code]) => s.split(word).join(code), text);
  }

  grow() {
    if (!this.input) return;
    this.input.style.height = 'auto';
    this.input.style.height = `${Math.min(this.input.scrollHeight, 200)}px`;
  }
}

/** Return a thread's place for headers, "hilo de #mesa"; '' for other channels. */
export const under = (channel) => (channel && isThread(channel) ? t('thread.of', { name: '#' + (channelById(channel.parent_id)?.name || '?') }) : '');
