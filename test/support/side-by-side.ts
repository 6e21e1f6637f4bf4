/** A way to run tests side by side. */
interface SideBySideOptions {
  /** The highest number of tests that run at the same time. By default, all tests do. */
  readonly atOnce?: number;
}

/** Tests by title. */
type Tests = Readonly<Record<string, () => Promise<void>>>;

/**
 * Declares tests, by title, that start in their order after the suite's `before` and run together. Tests on a node wait
 * most of the time, so running them together saves time.
 */
export function sideBySide(tests: Tests, options: SideBySideOptions = {}): void {
  declare(tests, startTogether(tests, options));
}

/** Declares a suite for each group of tests. The tests of all groups run together: the first test of each group starts first. */
export function groupsSideBySide(groups: Readonly<Record<string, Tests>>, options: SideBySideOptions = {}): void {
  const placed = Object.entries(groups).flatMap(([group, tests]) =>
    Object.entries(tests).map(([title, test], place) => ({ title: `${group} ${title}`, test, place })),
  );
  const inTurn = placed.toSorted((one, other) => one.place - other.place);
  const running = startTogether(Object.fromEntries(inTurn.map(({ title, test }) => [title, test])), options);
  for (const [group, tests] of Object.entries(groups)) describe(group, () => declare(tests, running, `${group} `));
}

function declare(tests: Tests, running: ReadonlyMap<string, Promise<void>>, prefix = ''): void {
  for (const title of Object.keys(tests)) it(title, () => running.get(`${prefix}${title}`));
}

/** Starts the tests before the first test of the suite. */
function startTogether(
  tests: Tests,
  { atOnce = Number.POSITIVE_INFINITY }: SideBySideOptions,
): ReadonlyMap<string, Promise<void>> {
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
  return running;
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
