/** A way to run tests side by side. */
interface SideBySideOptions {
  /** The highest number of tests that run at the same time. By default, all tests do. */
  readonly atOnce?: number;
}

/**
 * Declares tests, by title, that start in their order after the suite's `before` and run together. Tests on a node wait
 * most of the time, so running them together saves time.
 */
export function sideBySide(
  tests: Readonly<Record<string, () => Promise<void>>>,
  { atOnce = Number.POSITIVE_INFINITY }: SideBySideOptions = {},
): void {
  const running = new Map<string, Promise<void>>();

  before(() => {
    const inTurn = limit(atOnce);
    for (const [title, test] of Object.entries(tests)) {
      const run = inTurn(test);
      // The test of this title reports the failure.
      run.catch(() => undefined);
      running.set(title, run);
    }
  });
  // Waits for all tests, because other hooks remove objects that a running test needs.
  after(() => Promise.allSettled(running.values()));

  for (const title of Object.keys(tests)) it(title, () => running.get(title));
}

/** Returns a function that runs a test as soon as fewer than `atOnce` of its tests run. */
function limit(atOnce: number): (test: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (test) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await test();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
