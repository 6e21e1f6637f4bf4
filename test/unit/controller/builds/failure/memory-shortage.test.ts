import { expect } from 'chai';
import { hasKilledProcess } from '../../../../../src/controller/builds/failure/memory-shortage.ts';
import type { PhaseName } from '../../../../../src/core/model/phase-name.ts';

/** A phase, its exit code, and the last lines of its log. */
type End = readonly [phase: PhaseName, exitCode: number, ...log: readonly string[]];

const KILLED: readonly End[] = [
  ['prepare', 137],
  ['build', 137],
  ['export', 137, 'Adding layer'],
  ['build', 51, 'Killed', 'Timer: Builder ran for 1s', 'ERROR: failed to build: exit status 137'],
  ['build', 51, 'ERROR: failed to build: signal: killed'],
  ['detect', 21, '======== Results ========', 'pass: a/b@1', 'err:  test/greedy@1.0.0 (137)', 'ERROR: No buildpack'],
  ['prepare', 1, 'prepare: a process of git was killed, most likely … (git: fatal: ended by SIGKILL)'],
];

/** These mean a kill only if the Build sets a memory limit. */
const MENTIONED: readonly End[] = [
  ['build', 51, 'Killed', 'ERROR: failed to build: exit status 1'],
  ['build', 51, '/cnb/buildpacks/a/1/bin/build: line 3:    17 Killed                  awk -f big.awk', 'ERROR'],
  ['build', 51, 'make: *** [Makefile:3: all] Killed'],
  ['build', 51, 'make: *** [Makefile:3: all] Error 137'],
  ['build', 51, 'g++: fatal error: Killed signal terminated program cc1plus'],
  ['build', 51, 'failed to execute npm ci: signal: killed', 'ERROR: failed to build: exit status 1'],
  ['build', 51, 'npm error signal SIGKILL'],
  ['build', 51, 'process did not exit successfully: `rustc` (signal: 9, SIGKILL: kill)'],
  ['build', 51, "subprocess.CalledProcessError: Command 'cc' died with <Signals.SIGKILL: 9>."],
  ['build', 51, 'the process finished with non-zero exit value 137'],
  ['build', 51, 'the command exited with code: 137'],
  ['detect', 21, 'Killed', 'err:  test/greedy@1.0.0 (1)'],
];

const OTHERWISE: readonly End[] = [
  ['build', 51],
  ['build', 51, 'ERROR: failed to build: exit status 1'],
  ['build', 51, 'ERROR: failed to build: exit status 1370'],
  ['build', 51, 'ERROR: failed to build: signal: segmentation fault'],
  ['build', 51, 'Killed by a test that failed', 'port 137 is taken', '137 of 140 tests passed'],
  ['build', 51, 'skilled', 'status 1371'],
  ['build', 52, 'ERROR: failed to build: exit status 137'],
  ['build', 143, 'Killed'],
  ['build', 255, 'Killed'],
  ['export', 62, 'Killed', 'ERROR: failed to build: exit status 137'],
  ['detect', 20, 'err:  test/greedy@1.0.0 (137)'],
  ['detect', 21, 'err:  test/greedy@1.0.0 (1)', 'err:  test/other@1.0.0'],
  ['prepare', 20, 'prepare: the git server has no such repository (git: a process of git was killed)'],
];

describe('a killed process', () => {
  for (const end of KILLED) {
    it(`is the cause if ${nameOf(end)}`, () => {
      expect(isKilled(end, false)).to.equal(true);
      expect(isKilled(end, true)).to.equal(true);
    });
  }

  for (const end of MENTIONED) {
    it(`is the cause with a memory limit if ${nameOf(end)}`, () => {
      expect(isKilled(end, false)).to.equal(false);
      expect(isKilled(end, true)).to.equal(true);
    });
  }

  for (const end of OTHERWISE) {
    it(`is not the cause if ${nameOf(end)}`, () => expect(isKilled(end, true)).to.equal(false));
  }
});

function isKilled([phase, exitCode, ...log]: End, isLimited: boolean): boolean {
  return hasKilledProcess({ phase, exitCode, log }, isLimited);
}

function nameOf([phase, exitCode, ...log]: End): string {
  return `${phase} ends with ${exitCode}${log.length > 0 ? `: ${log.join(' | ')}` : ''}`;
}
