/* WebSocket to the server: requests with replies, pushed frames, reconnection. */
const WAITS = [500, 1000, 2000, 4000, 8000]; // ms before each try to reconnect

export class Socket {
  /** `onPush(frame)` gets every frame that is no reply; `onState({connected, retryAt})` every change of the connection. */
  constructor(url, onPush, onState) {
    Object.assign(this, { url, onPush, onState, tries: 0, next: 1, pending: new Map(), ws: null, timer: null });
  }

  open() {
    clearTimeout(this.timer);
    const ws = new WebSocket(this.url);
    this.ws = ws;
    ws.onmessage = (event) => this.receive(JSON.parse(event.data));
    ws.onopen = () => { this.tries = 0; this.onState({ connected: true, retryAt: null }); };
    ws.onclose = () => { if (this.ws === ws) this.lost(); };
  }

  /** Reconnect now, without waiting. */
  retry() {
    if (this.ws && this.ws.readyState <= WebSocket.OPEN) return;
    this.open();
  }

  lost() {
    this.ws = null;
    for (const { reject } of this.pending.values()) reject(new Error('offline'));
    this.pending.clear();
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.tries += 1;
    this.onState({ connected: false, retryAt: Date.now() + wait });
    this.timer = setTimeout(() => this.open(), wait);
  }

  receive(frame) {
    if (frame.t !== 'reply') { this.onPush(frame); return; }
    const waiting = this.pending.get(frame.id);
    this.pending.delete(frame.id);
    if (!waiting) return;
    if (frame.ok) waiting.resolve(frame.data);
    else waiting.reject(new Error(frame.error || '?'));
  }

  /** Send a request; resolves with the reply's `data`, rejects with an Error whose message is the server's sentence (or 'offline'). */
  ask(what, fields = {}) {
    if (!this.ws || this.ws.readyState !== WebSocket.OPEN) return Promise.reject(new Error('offline'));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.ws.send(JSON.stringify({ ...fields, id, do: what }));
    });
  }
}
