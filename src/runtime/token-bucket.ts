import type { Clock } from './clock.ts';

/** How much may happen: in a row, and for ever after. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A bucket of tokens that fills with time, and lends those that it will have. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #rate: Rate;
  /** Below zero: so many are promised. */
  #tokens: number;
  #filledAt: number;

  constructor(clock: Clock, rate: Rate) {
    this.#clock = clock;
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = clock.now();
  }

  /** Takes a token, and says how many milliseconds from now it may be used. */
  reserve(): number {
    const { perSecond, burst } = this.#rate;
    const now = this.#clock.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond) - 1;
    this.#filledAt = now;
    return Math.max(0, (-this.#tokens / perSecond) * 1000);
  }
}
