// The line to a table: connects, says hello with the last version seen, comes back when it drops.
export class Line {
  constructor(address, { onState, onMessage, onStatus }) {
    Object.assign(this, { address, onState, onMessage, onStatus });
    this.version = null;
    this.waiting = new Map();
    this.tries = 0;
    this.ended = false;
    addEventListener("online", () => this.connect());
    this.connect();
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify(this.version === null ? { type: "hello" } : { type: "hello", after: this.version }));
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message));
      this.onStatus("open");
    };
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.ended) return;
      this.onStatus(event.code === 1008 ? "refused" : "lost");
      const wait = Math.min(8000, 300 * 2 ** this.tries++) * (0.7 + 0.6 * Math.random());
      this.timer = setTimeout(() => this.connect(), wait);
    };
  }

  heard(message) {
    if (message.type === "state") {
      for (const id of message.done || []) this.answered({ type: "done", id, version: message.version });
      if (this.version !== null && message.version < this.version) return;
      this.version = message.version;
      this.onState(message);
    } else if (message.type === "done" || message.type === "no") this.answered(message);
    else this.onMessage(message);
  }

  answered(message) {
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (asked) asked.answer(message);
  }

  // Ask for something; resolves with the table's answer. What is not answered is sent again after a drop.
  ask(message) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    message = { ...message, id };
    return new Promise((answer) => {
      this.waiting.set(id, { message, answer });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }
}
