/**
 * Declares tests, by title, that all start at once after the suite's `before`. Tests on a node wait most of the time, so
 * running them together saves time.
 */
export function sideBySide(tests: Readonly<Record<string, () => Promise<void>>>): void {
  const running = new Map<string, Promise<void>>();

  before(() => {
    for (const [title, test] of Object.entries(tests)) {
      const run = test();
      // The test of this title reports the failure.
      run.catch(() => undefined);
      running.set(title, run);
    }
  });
  // Waits for all tests, because other hooks remove objects that a running test needs.
  after(() => Promise.allSettled(running.values()));

  for (const title of Object.keys(tests)) it(title, () => running.get(title));
}
