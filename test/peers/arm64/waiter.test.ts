import { expect } from 'chai';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/command.ts';
import { emulateArm64 } from './emulator.ts';

/** Tests of what QEMU's user mode does differently from a kernel: real-time signals, the limit of arguments, and `/proc/self/stat`. */
const NOT_EMULATED = [
  'TestCommandLeadsItsOwnProcessGroup',
  'TestExitCodeReportsTheSignalThatKilledTheCommand',
  'TestOtherSignalsDoNotStopTheWait',
  'TestSidecarExitsOnASignal',
  'TestSignalsAreForwardedToTheCommandAndItsChildren',
  'TestTooLongArgumentsAreAFailure',
];
/** Tests that start hundreds of processes, each of which takes QEMU a second. */
const TOO_SLOW = [
  'TestExitCodeIsTheCommandsExitCode',
  'TestInitReplacesTheCopyAtomically',
  'TestMarkOfAKilledWaiterIsCompleteOrMissing',
  'TestMarkThatAppearsAtTheStartOfTheWaitIsSeen',
  'TestRandomArgumentsReachTheCommandUnchanged',
  'TestSignalAtTheCommandsStartIsNotLost',
  'TestTwoHundredWaitersFormOneChain',
  'TestTwoHundredWaitersSeeOneMark',
];

describe('the waiter for arm64, in QEMU', function () {
  this.timeout(900_000);
  emulateArm64();
  const source = path.join(ROOT, 'fallback-entrypoint');
  let folder = '';
  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'taskpack-waiter-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('passes its Go tests', async () => {
    const program = path.join(folder, 'waiter.test');
    const env = { ...process.env, GOOS: 'linux', GOARCH: 'arm64', CGO_ENABLED: '0' };
    execFileSync('go', ['test', '-c', '-o', program, '.'], { cwd: source, env, stdio: 'pipe' });
    const skipped = `-test.skip=^(${[...NOT_EMULATED, ...TOO_SLOW].join('|')})$`;
    const { stdout } = await promisify(execFile)(program, ['-test.v', '-test.timeout=10m', skipped], {
      cwd: source,
      maxBuffer: 2 ** 26,
    });
    expect(stdout.match(/^--- PASS/gm)).to.have.length.above(100);
  });
});
