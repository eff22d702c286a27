/* What a person does, sent to the server; failures become sentences where they belong. */
import { state, touch } from './store.js';
import { speaks, t } from './i18n.js';
import { toast } from './view/toast.js';

let socket = null;

/** Give the line over which actions go. */
export const connectActions = (line) => { socket = line; };

/** Raw request; rejects with the server's sentence. Whoever has no language of their own acts in the page's. */
export const ask = (what, fields) => socket.ask(what, { ...fields, speaks: speaks() });
export const retryLine = () => socket.retry();

/** Request whose failure is told in a toast; resolves to undefined then. */
export async function tell(what, fields) {
  try { return await ask(what, fields); } catch (error) {
    toast(error.message === 'offline' ? t('offline') : error.message);
    return undefined;
  }
}

async function click(what, user, message, custom_id, extra, note) {
  const key = `${user}/${message.id}/${custom_id}`;
  for (const old of [...state.pressed.keys()]) {
    if (old.startsWith(`${user}/${message.id}/`) && state.pressed.get(old).state !== 'waiting') state.pressed.delete(old);
  }
  state.pressed.set(key, { state: 'waiting', ...note });
  touch('pressed');
  try {
    const { interaction } = await ask(what, { user, channel: message.channel_id, message: message.id, custom_id, ...extra });
    state.outcomes.set(interaction, { ...state.outcomes.get(interaction), label: note.label });
  } catch (error) {
    state.pressed.set(key, { state: 'failed', error: error.message });
  }
  touch('pressed');
}

/** Press a button. */
export const press = (user, message, custom_id, label) => click('press', user, message, custom_id, {}, { label });

/** Choose in a menu. */
export const select = (user, message, custom_id, values) => click('select', user, message, custom_id, { values }, { values });

/** Send a slash command; `name` is shown while it runs. */
export async function command(user, channel, id, options, name) {
  const key = `${user}/${channel}`;
  state.running.set(key, { state: 'waiting', name });
  touch('running');
  try {
    const { interaction } = await ask('command', { user, channel, command: id, options });
    const seen = state.outcomes.get(interaction);
    if (!seen || seen.state === 'waiting') state.running.set(key, { state: 'waiting', name, interaction });
    else if (seen.state === 'failed') state.running.set(key, { state: 'failed', name, error: seen.error });
    else state.running.delete(key);
  } catch (error) {
    state.running.set(key, { state: 'failed', name, error: error.message });
  }
  touch('running');
}

/** Send the answers of a dialog. */
export async function submitModal(user, modal, components) {
  Object.assign(modal, { state: 'waiting', error: null });
  touch('modal');
  try {
    const { interaction } = await ask('modal', { user, interaction: modal.interaction, components });
    modal.submitted = interaction;
    const seen = state.outcomes.get(interaction);
    if (seen?.state === 'failed') Object.assign(modal, { state: 'failed', error: seen.error });
    else if (seen && seen.state && seen.state !== 'waiting') state.modals.delete(user);
  } catch (error) {
    Object.assign(modal, { state: 'failed', error: error.message });
  }
  touch('modal');
}
