/** How the delays between attempts grow, in milliseconds: each is twice the one before. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
}

/** How long to wait after so many failures in a row. */
export function delayAfter(failures: number, { first, longest }: Backoff): number {
  return failures < 1 ? 0 : Math.min(first * 2 ** (failures - 1), longest);
}
