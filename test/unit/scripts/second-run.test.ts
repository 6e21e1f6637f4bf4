import { expect } from 'chai';
import { command, withSecondRun, type Suite, type SuiteCounts } from '../../../scripts/testing/suites.mjs';

const A = 'test/integration/a.test.ts';
const NEVER: Suite = { name: 'none', run: () => Promise.reject(new Error('there is no such run')) };
const B = 'test/integration/b.test.ts';

describe('the results of a command of suites', () => {
  it('name the failed and the unsteady files that the command reports', async () => {
    const lines = [
      `failed: none`,
      `failed: two (${A}, ${B})`,
      `unsteady: ${B} (failed, and passed)`,
      '5 passed, 2 failed',
    ];
    const program = `console.log(${JSON.stringify(lines.join('\n'))}); process.exitCode = 1`;
    const result = await command('npm test', process.execPath, '-e', program).run(() => undefined);
    expect(result).to.deep.equal({ passed: 5, failed: 2, skipped: 0, failedFiles: [A, B], unsteady: [B] });
  });
});

describe('the second run of a suite', () => {
  it('does not happen if nothing fails', async () => {
    const { result, runs } = await runOf([suite([], { passed: 7, failed: 0, skipped: 1 })]);
    expect(result).to.deep.equal({ passed: 7, failed: 0, skipped: 1 });
    expect(runs).to.deep.equal([]);
  });

  it('counts the tests of a file that passes then, and names the file as unsteady', async () => {
    const { result, runs, lines } = await runOf([
      suite(['1) fails', `failed file: ${A} (2 passed)`], { passed: 7, failed: 1, skipped: 1 }),
      suite([], { passed: 3, failed: 0, skipped: 0 }),
    ]);
    expect(result).to.deep.equal({ passed: 8, failed: 0, skipped: 1, unsteady: [A], failedFiles: [] });
    expect(runs).to.deep.equal([[A]]);
    expect(lines).to.deep.equal(['1) fails', `failed file: ${A} (2 passed)`, `second run: ${A}`]);
  });

  it('fails with a file that fails again, and names only the others as unsteady', async () => {
    const { result, runs } = await runOf([
      suite([`failed file: ${A} (0 passed)`, `failed file: ${B} (1 passed)`], { passed: 5, failed: 3, skipped: 0 }),
      suite([`failed file: ${B} (1 passed)`], { passed: 4, failed: 1, skipped: 0 }),
    ]);
    expect(result).to.deep.equal({ passed: 8, failed: 1, skipped: 0, unsteady: [A], failedFiles: [B] });
    expect(runs).to.deep.equal([[A, B]]);
  });

  it('fails if its program ends early', async () => {
    const { result } = await runOf([
      suite([`failed file: ${A} (0 passed)`], { passed: 5, failed: 1, skipped: 0 }),
      suite([], { passed: 0, failed: 1, skipped: 0 }),
    ]);
    expect(result).to.deep.equal({ passed: 5, failed: 1, skipped: 0, unsteady: [], failedFiles: [A] });
  });

  it('does not happen for failures that belong to no file', async () => {
    const { result, runs } = await runOf([suite(['ended with code 134'], { passed: 0, failed: 1, skipped: 0 })]);
    expect(result).to.include({ failed: 1 });
    expect(runs).to.deep.equal([]);
  });
});

function suite(output: readonly string[], counts: SuiteCounts): Suite {
  return {
    name: 'controllers',
    run: (print: (line: string) => void) => {
      for (const line of output) print(line);
      return Promise.resolve(counts);
    },
  };
}

async function runOf([first = NEVER, second = NEVER]: readonly Suite[]): Promise<{
  readonly result: SuiteCounts;
  readonly runs: readonly (readonly string[])[];
  readonly lines: readonly string[];
}> {
  const runs: (readonly string[])[] = [];
  const lines: string[] = [];
  const ofFiles = (files: readonly string[]): Suite => {
    runs.push(files);
    return second;
  };
  return { result: await withSecondRun(first, ofFiles).run((line) => void lines.push(line)), runs, lines };
}
