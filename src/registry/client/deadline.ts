/** How long requests may take, in milliseconds. */
export interface Deadlines {
  /** Without a byte in either direction. */
  readonly idle: number;
  /** The same while the registry checks what it received, which takes as long as the blob is large. */
  readonly commit: number;
  /** For a request as a whole, beside the time for its bytes. */
  readonly total: number;
  /** The slowest transfer that is waited for, in bytes per second. */
  readonly slowestRate: number;
}

export const DEADLINES: Deadlines = { idle: 60_000, commit: 300_000, total: 300_000, slowestRate: 16_384 };
