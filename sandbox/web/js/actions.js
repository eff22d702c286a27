/* Actions of the users, sent to the server. A failure is stored in the state of the control, command or form that caused it. */
import { state, touch } from './store.js';
import { speaks, t } from './i18n.js';
import { toast } from './view/toast.js';

let socket = null;

/** Set the socket that sends the actions. */
export const connectActions = (connection) => { socket = connection; };

/**
 * Send a request; rejects with the server's sentence. `speaks` is the page's language: the sandbox uses it for users who have not
 * chosen a language of their own.
 */
export const ask = (what, fields) => socket.ask(what, { ...fields, speaks: speaks() });
export const retryLine = () => socket.retry();

/** Send a request; if it fails, show the reason in a toast and resolve to undefined. */
export async function tell(what, fields) {
  try { return await ask(what, fields); } catch (error) {
    toast(error.message === 'offline' ? t('offline') : error.message);
    return undefined;
  }
}

/** Send a click on a component; `note` is stored with its state. States of earlier clicks in the message are removed, unless they wait. */
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

/** Choose options in a select menu. */
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

/** Submit a modal. */
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
