/**
 * Declares tests, by their titles, that all begin at once: on a node most of their time goes by with waiting. What the
 * suite's own `before` prepares is there when they begin.
 */
export function sideBySide(tests: Readonly<Record<string, () => Promise<void>>>): void {
  const running = new Map<string, Promise<void>>();

  before(() => {
    for (const [title, test] of Object.entries(tests)) {
      const run = test();
      // It is the test's to fail.
      run.catch(() => undefined);
      running.set(title, run);
    }
  });
  // What others need is not taken away while one still runs.
  after(() => Promise.allSettled(running.values()));

  for (const title of Object.keys(tests)) it(title, () => running.get(title));
}
