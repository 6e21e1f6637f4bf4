import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { command, withSecondRun, type Suite, type SuiteCounts } from '../../../scripts/testing/suites.mjs';
import { ROOT } from '../../support/command.ts';

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
    expect(result).to.deep.include({ passed: 5, failed: 2, skipped: 0, failedFiles: [A, B], unsteady: [B] });
  });

  it('have the files and their seconds, and the processor seconds of the program', async () => {
    const program = `console.log('     1.5 s     0.5 s cpu    3 tests  ${A}'); console.log('3 passed, 0 failed')`;
    const { files, processorSeconds } = await command('tests', process.execPath, '-e', program).run(() => undefined);
    expect(files).to.deep.equal([{ file: A, tests: 3, seconds: 1.5, processorSeconds: 0.5 }]);
    if (process.platform === 'linux') expect(processorSeconds).to.be.greaterThan(0);
  });

  for (const [line, counts] of [
    ['5 passed, 0 failed, 1 suite unchanged', { passed: 5, failed: 0, skipped: 0, unchanged: 1 }],
    ['0 passed, 0 failed, 6 suites unchanged', { passed: 0, failed: 0, skipped: 0, unchanged: 6 }],
    ['5 passed, 0 failed, 2 skipped, 6 suites unchanged', { passed: 5, failed: 0, skipped: 2, unchanged: 6 }],
    ['0 passed, 0 failed', { passed: 0, failed: 1, skipped: 0, unchanged: 0 }],
  ] as const) {
    it(`are those of the line "${line}"`, async () => {
      const program = command('npm test', process.execPath, '-e', `console.log('${line}')`);
      expect(await program.run(() => undefined)).to.include(counts);
    });
  }
});

describe('the closing line of a command of suites', () => {
  it('counts unchanged suites apart from passed tests', () => {
    const program = `
      import { report } from './scripts/testing/suites.mjs';
      report([
        { name: 'unit tests', passed: 5, failed: 0, skipped: 0 },
        { name: 'lint', passed: 0, failed: 0, skipped: 0, unchanged: 1 },
        { name: 'types', passed: 0, failed: 0, skipped: 1, unchanged: 1 },
      ]);`;
    const args = ['--input-type=module', '--eval', program];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stdout }).to.deep.equal({
      status: 0,
      stdout: '5 passed, 0 failed, 1 skipped, 2 suites unchanged\n',
    });
  });
});

describe('the program of a suite', () => {
  it('has further environment variables, beside those of the runner', async () => {
    const program = `console.log(process.env.OF_SUITE, process.env.PATH !== undefined); console.log('1 passed, 0 failed')`;
    const lines: string[] = [];
    await command('a', process.execPath, '-e', program).run((line) => void lines.push(line), { OF_SUITE: 'x' });
    expect(lines).to.deep.equal(['x true']);
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
      suite(['1) fails', `failed file: ${A} (2 passed)`], {
        passed: 7,
        failed: 1,
        skipped: 1,
        files: [timesOf(A), timesOf(B)],
        processorSeconds: 9,
      }),
      suite([], { passed: 3, failed: 0, skipped: 0, files: [timesOf(A)], processorSeconds: 4 }),
    ]);
    expect(result).to.deep.equal({
      passed: 8,
      failed: 0,
      skipped: 1,
      unsteady: [A],
      failedFiles: [],
      files: [timesOf(A), timesOf(B), timesOf(A)],
      processorSeconds: 13,
    });
    expect(runs).to.deep.equal([[A]]);
    expect(lines).to.deep.equal(['1) fails', `failed file: ${A} (2 passed)`, `second run: ${A}`]);
  });

  it('fails with a file that fails again, and names only the others as unsteady', async () => {
    const { result, runs } = await runOf([
      suite([`failed file: ${A} (0 passed)`, `failed file: ${B} (1 passed)`], { passed: 5, failed: 3, skipped: 0 }),
      suite([`failed file: ${B} (1 passed)`], { passed: 4, failed: 1, skipped: 0 }),
    ]);
    expect(result).to.deep.include({ passed: 8, failed: 1, skipped: 0, unsteady: [A], failedFiles: [B] });
    expect(runs).to.deep.equal([[A, B]]);
  });

  it('fails with a file that passes only then, if the file is known to be unsteady', async () => {
    const files = [`failed file: ${A} (0 passed)`, `failed file: ${B} (1 passed)`];
    const runs = [suite(files, { passed: 5, failed: 2, skipped: 0 }), suite([], { passed: 3, failed: 0, skipped: 0 })];
    const { result, lines } = await runOf(runs, [A]);
    expect(result).to.deep.include({ passed: 7, failed: 1, unsteady: [B], failedFiles: [A] });
    expect(lines.at(-1)).to.equal(`${A} is unsteady again: mend the race that test/unsteady.json names`);
  });

  it('fails if its program ends early', async () => {
    const { result } = await runOf([
      suite([`failed file: ${A} (0 passed)`], { passed: 5, failed: 1, skipped: 0 }),
      suite([], { passed: 0, failed: 1, skipped: 0 }),
    ]);
    expect(result).to.deep.include({ passed: 5, failed: 1, skipped: 0, unsteady: [], failedFiles: [A] });
  });

  it('does not happen for failures that belong to no file', async () => {
    const { result, runs } = await runOf([suite(['ended with code 134'], { passed: 0, failed: 1, skipped: 0 })]);
    expect(result).to.include({ failed: 1 });
    expect(runs).to.deep.equal([]);
  });
});

function timesOf(file: string): NonNullable<SuiteCounts['files']>[number] {
  return { file, tests: 3, seconds: 2, processorSeconds: 1 };
}

function suite(output: readonly string[], counts: SuiteCounts): Suite {
  return {
    name: 'controllers',
    run: (print: (line: string) => void) => {
      for (const line of output) print(line);
      return Promise.resolve(counts);
    },
  };
}

async function runOf(
  [first = NEVER, second = NEVER]: readonly Suite[],
  known: readonly string[] = [],
): Promise<{
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
  return { result: await withSecondRun(first, ofFiles, known).run((line) => void lines.push(line)), runs, lines };
}
