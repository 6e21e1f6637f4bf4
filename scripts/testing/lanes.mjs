import { runSuites } from './suites.mjs';
import { startTimes } from './times.mjs';

/**
 * Runs suites in lanes beside each other, each lane with the next suite that waits, and prints the seconds of each lane. A suite
 * with `after` begins only when the earlier suites of these names have ended.
 */
export async function runLanes(suites, { lanes, record = startTimes() }) {
  const waiting = [...suites];
  const results = [];
  const begun = new Map();
  const work = async (_, lane) => {
    const begin = performance.now();
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      await Promise.all((suite.after ?? []).map((name) => begun.get(name)));
      const run = runSuites([suite], { atOnce: 1, record });
      begun.set(suite.name, run);
      results.push(...(await run));
    }
    console.log(`lane ${lane + 1}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return results;
}
