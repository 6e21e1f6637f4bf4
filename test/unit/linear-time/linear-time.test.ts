import { expect } from 'chai';
import { ENTRY_POINTS, type EntryPoint } from './entry-points.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

/** The CPU time that one text may take. In quadratic time it would take seconds. */
const MAX_MS = 100;

/** Garbage collection and compilation count as well, so the fastest of some runs counts. */
const RUNS = 8;

describe('every use of a text that a tenant chooses takes linear time', () => {
  for (const [use, run] of Object.entries(ENTRY_POINTS)) {
    it(use, function () {
      this.timeout(120_000);
      const slow = HOSTILE_TEXTS.flatMap(([name, text]) => {
        const ms = fastestOf(run, text);
        return ms > MAX_MS ? [`${name}: ${ms.toFixed(0)} ms`] : [];
      });
      expect(slow).to.deep.equal([]);
    });
  }
});

function fastestOf(run: EntryPoint, text: string): number {
  let fastest = Infinity;
  for (let count = 0; count < RUNS && fastest > MAX_MS; count += 1) fastest = Math.min(fastest, cpuMs(run, text));
  return fastest;
}

function cpuMs(run: EntryPoint, text: string): number {
  const start = process.cpuUsage();
  try {
    run(text);
  } catch (error) {
    // `URIError` and `RangeError` are not messages for users.
    if (error instanceof URIError || error instanceof RangeError) throw error;
  }
  return process.cpuUsage(start).user / 1_000;
}
