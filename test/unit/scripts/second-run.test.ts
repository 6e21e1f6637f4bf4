import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lateSecondRun, withLateSecondRuns, withSecondRun } from '../../../scripts/testing/second-runs.mjs';
import { command, type Suite, type SuiteCounts } from '../../../scripts/testing/suites.mjs';
import { ROOT } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

const A = 'test/integration/a.test.ts';
const NEVER: Suite = { name: 'none', run: () => Promise.reject(new Error('there is no such run')) };
const B = 'test/integration/b.test.ts';
const SILENCE_MS = 1_000;

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

describe('a program that goes on after its closing line', () => {
  for (const [line, failed] of [
    ['5 passed, 0 failed', 1],
    ['4 passed, 1 failed', 1],
  ] as const) {
    it(`is killed after "${line}"`, async () => {
      const program = command('a', process.execPath, '-e', `console.log('${line}'); setInterval(() => {}, 1000)`);
      const lines: string[] = [];
      const counts = await program.run((each) => void lines.push(each), {}, { stopMs: 100 });
      expect(counts).to.include({ failed });
      expect(lines[0]).to.match(/^a is killed because it did not end within 0.1 s after its tests/);
    });
  }
});

describe('a program that prints nothing', () => {
  it('is killed, and each of its files runs again', async () => {
    const first = silent(`console.log('files: ${JSON.stringify([A, B])}'); setInterval(() => {}, 1000)`);
    const { result, runs, lines } = await runOf([first, suite([], { passed: 7, failed: 0, skipped: 0 })]);
    expect(runs).to.deep.equal([[A, B]]);
    expect(result).to.deep.include({ passed: 7, failed: 0, unsteady: [A, B] });
    expect(lines).to.include(`second run: ${A} ${B}`);
  });

  it('fails if it has not named its files', async () => {
    const { result, runs } = await runOf([silent('setInterval(() => {}, 1000)')]);
    expect(result).to.include({ passed: 0, failed: 1 });
    expect(runs).to.deep.equal([]);
  });

  it('is killed once, with the processes that it waits for', async () => {
    const { lines } = await runOf([silent(`require('node:child_process').execFileSync('sleep', ['31.4'])`)]);
    while (!lines.some((line) => line.endsWith('was ended by SIGKILL'))) await sleep(20);
    await sleep(2 * SILENCE_MS);
    expect(lines.filter((line) => line.includes('is killed because'))).to.have.length(1);
    expect(lines.join('\n')).to.match(/^a is killed because it printed nothing for 1 s: .+\n.+ sleep 31\.4$/m);
  });
});

describe('a program that has left a process with its streams', () => {
  it('fails when the time has passed', async () => {
    const left = `require('node:child_process').spawn('sleep', ['30'], { stdio: 'inherit', detached: true }).unref()`;
    const program = command('a', process.execPath, '-e', `${left}; console.log('5 passed, 0 failed')`);
    expect(await program.run(() => undefined, {}, { stopMs: 500 })).to.include({ failed: 1 });
  });
});

describe('an exit code', () => {
  for (const [code, failed] of [
    [1, 2],
    [2, 2],
    [255, 300],
  ] as const) {
    it(`${code} is that of ${failed} failed tests`, async () => {
      expect(await endWith(code, failed)).to.include({ passed: 1, failed });
    });
  }

  for (const [code, failed] of [
    [1, 0],
    [0, 1],
    [7, 1],
    [255, 2],
  ] as const) {
    it(`${code} after ${failed} failed tests is one more failure`, async () => {
      expect(await endWith(code, failed)).to.include({ passed: 1, failed: failed + 1 });
    });
  }
});

describe('a run of mocha', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
  });
  afterEach(() => workspace.remove());

  const runMocha = (text: string): { readonly status: number | null; readonly lines: readonly string[] } => {
    workspace.write({ 'a.cjs': text });
    const options = ['--no-config', '--reporter', 'test/support/closing-line-reporter.cjs'];
    const args = [...options, '--reporter-option', 'files=1', path.join(workspace.path, 'a.cjs')];
    const mocha = ['node_modules/mocha/bin/mocha.js', ...args];
    const { status, stdout } = spawnSync(process.execPath, mocha, { cwd: ROOT, encoding: 'utf8' });
    return { status, lines: stdout.trim().split('\n') };
  };

  it('fails if a test ends the process, whatever the test prints', () => {
    const { status, lines } = runMocha(`it('ends', () => { console.log('5 passed, 0 failed'); process.exit(0); })`);
    expect(status).to.equal(1);
    expect(lines.at(-1)).to.equal('the process ended with code 0 before its tests had run');
  });

  it('names the failures of each file, and those in no file', () => {
    const { status, lines } = runMocha(`
      after(() => { throw new Error('a root hook'); });
      describe('a', () => {
        it('passes', () => undefined);
        it('fails', () => { throw new Error('b'); });
        after(() => { throw new Error('a hook'); });
      });`);
    expect(status).to.equal(3);
    expect(lines.filter((line) => line.startsWith('failed test: '))).to.deep.equal([
      'failed test: a fails: b',
      'failed test: a "after all" hook for "fails": a hook',
      'failed test: "after all" hook in "{root}": a root hook',
    ]);
    const file = path.relative(ROOT, path.join(workspace.path, 'a.cjs'));
    expect(lines.slice(-3)).to.deep.equal([
      `failed file: ${file} (1 passed, 2 failed)`,
      'failed file: none (0 passed, 1 failed)',
      '1 passed, 3 failed',
    ]);
  });
});

describe('the closing line of a command of suites', () => {
  it('counts unchanged suites apart from passed tests, after the reasons of failures', () => {
    const program = `
      import { report } from './scripts/testing/suites.mjs';
      report([
        { name: 'unit tests', passed: 5, failed: 0, skipped: 0 },
        { name: 'lint', passed: 0, failed: 0, skipped: 0, unchanged: 1, failures: ['failed test: a: b'] },
        { name: 'types', passed: 0, failed: 0, skipped: 1, unchanged: 1 },
      ]);`;
    const args = ['--input-type=module', '--eval', program];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stdout }).to.deep.equal({
      status: 0,
      stdout: 'failed test: a: b\n5 passed, 0 failed, 1 skipped, 2 suites unchanged\n',
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

  it('keeps why a test failed in the first run', async () => {
    const lines = [`files: ${JSON.stringify([A])}`, 'failed test: a: b', `failed file: ${A} (0 passed, 1 failed)`];
    const program = `console.log(${JSON.stringify([...lines, '0 passed, 1 failed'].join('\n'))}); process.exitCode = 1`;
    const first = command('a', process.execPath, '-e', program);
    const { result } = await runOf([first, suite([], { passed: 1, failed: 0, skipped: 0 })]);
    expect(result).to.deep.include({ failed: 0, unsteady: [A], failures: ['failed test: a: b'] });
  });

  it('counts the tests of a file that passes then, and names the file as unsteady', async () => {
    const { result, runs, lines } = await runOf([
      suite(['1) fails', `failed file: ${A} (2 passed, 1 failed)`], {
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
      failures: [],
    });
    expect(runs).to.deep.equal([[A]]);
    expect(lines).to.deep.equal(['1) fails', `failed file: ${A} (2 passed, 1 failed)`, `second run: ${A}`]);
  });

  it('fails with a file that fails again, and names only the others as unsteady', async () => {
    const { result, runs } = await runOf([
      suite([`failed file: ${A} (0 passed, 1 failed)`, `failed file: ${B} (1 passed, 2 failed)`], {
        passed: 5,
        failed: 3,
        skipped: 0,
      }),
      suite([`failed file: ${B} (1 passed, 1 failed)`], { passed: 4, failed: 1, skipped: 0 }),
    ]);
    expect(result).to.deep.include({ passed: 8, failed: 1, skipped: 0, unsteady: [A], failedFiles: [B] });
    expect(runs).to.deep.equal([[A, B]]);
  });

  it('fails with a file that passes only then, if the file is known to be unsteady', async () => {
    const files = [`failed file: ${A} (0 passed, 1 failed)`, `failed file: ${B} (1 passed, 1 failed)`];
    const runs = [suite(files, { passed: 5, failed: 2, skipped: 0 }), suite([], { passed: 3, failed: 0, skipped: 0 })];
    const { result, lines } = await runOf(runs, [A]);
    expect(result).to.deep.include({ passed: 7, failed: 1, unsteady: [B], failedFiles: [A] });
    expect(lines.at(-1)).to.equal(`${A} is unsteady again: mend the race that test/unsteady.json names`);
  });

  it('fails if its program ends early', async () => {
    const { result } = await runOf([
      suite([`failed file: ${A} (0 passed, 1 failed)`], { passed: 5, failed: 1, skipped: 0 }),
      suite([], { passed: 0, failed: 1, skipped: 0 }),
    ]);
    expect(result).to.deep.include({ passed: 5, failed: 1, skipped: 0, unsteady: [], failedFiles: [A] });
  });

  it('does not happen if the files with failures do not have all failures', async () => {
    const lines = [`failed file: ${A} (0 passed, 1 failed)`];
    const { result, runs } = await runOf([suite(lines, { passed: 5, failed: 2, skipped: 0 })]);
    expect(result).to.include({ passed: 5, failed: 2 });
    expect(runs).to.deep.equal([]);
  });

  it('does not happen for a file that a passing test prints', async () => {
    const lines = [`failed file: ${A} (0 passed, 1 failed)`];
    const { result, runs } = await runOf([suite(lines, { passed: 5, failed: 0, skipped: 0 })]);
    expect(result).to.deep.equal({ passed: 5, failed: 0, skipped: 0 });
    expect(runs).to.deep.equal([]);
  });

  it('does not happen for failures that belong to no file', async () => {
    const { result, runs } = await runOf([suite(['ended with code 134'], { passed: 0, failed: 1, skipped: 0 })]);
    expect(result).to.include({ failed: 1 });
    expect(runs).to.deep.equal([]);
  });
});

const WITHOUT_FILES = { known: [], record: () => undefined };

describe('a late second run', () => {
  it('happens after the suites, and counts like one at once', async () => {
    const lines = [`failed file: ${A} (2 passed, 1 failed)`, `failed file: ${B} (1 passed, 1 failed)`];
    const first = lateSecondRun(suite(lines, { passed: 7, failed: 2, skipped: 1 }));
    const result = { name: 'controllers', ...(await first.run(() => undefined)) };
    const whole = { name: 'others', passed: 4, failed: 0, skipped: 0 };
    const second = suite([`failed file: ${B} (1 passed, 1 failed)`], { passed: 4, failed: 1, skipped: 0 });
    const runs: (readonly string[])[] = [];
    const ofFiles = (...args: readonly string[]): Suite => {
      runs.push(args);
      return second;
    };
    const [controllers, others] = await withLateSecondRuns([result, whole], { ofFiles, ...WITHOUT_FILES });
    expect(controllers).to.deep.include({ passed: 8, failed: 1, skipped: 1, unsteady: [A], failedFiles: [B] });
    expect(controllers).not.to.have.property('toRunAgain');
    expect(others).to.deep.equal(whole);
    expect(runs).to.deep.equal([['second run: controllers', A, B]]);
  });

  it('fails if its program cannot run', async () => {
    const first = lateSecondRun(
      suite([`failed file: ${A} (0 passed, 1 failed)`], { passed: 5, failed: 1, skipped: 0 }),
    );
    const result = { name: 'controllers', ...(await first.run(() => undefined)) };
    const broken = await withLateSecondRuns([result], { ofFiles: () => NEVER, ...WITHOUT_FILES });
    expect(broken[0]).to.deep.include({ passed: 5, failed: 1, unsteady: [], failedFiles: [A] });
  });
});

function timesOf(file: string): NonNullable<SuiteCounts['files']>[number] {
  return { file, tests: 3, seconds: 2, processorSeconds: 1 };
}

/** A suite whose program is killed when it has printed nothing for a second. */
function silent(program: string): Suite {
  const { name, run } = command('a', process.execPath, '-e', program);
  return { name, run: (print) => run(print, {}, { silenceMs: SILENCE_MS }) };
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

/** Runs a program with one test that passes. */
async function endWith(code: number, failed: number): Promise<SuiteCounts> {
  const program = `console.log('1 passed, ${failed} failed'); process.exitCode = ${code}`;
  return command('a', process.execPath, '-e', program).run(() => undefined);
}
