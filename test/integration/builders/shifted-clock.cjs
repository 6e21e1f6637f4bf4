// Stands for a machine whose clock is a day and some ahead: loaded before a program by NODE_OPTIONS.
const now = Date.now;
const AHEAD = 100_000_000;
globalThis.Date = class extends Date {
  constructor(...time) {
    if (time.length === 0) super(now() + AHEAD);
    else super(...time);
  }
  static now() {
    return now() + AHEAD;
  }
};
