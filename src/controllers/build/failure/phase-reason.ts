import { SKIPPED } from '../../../../translators/native/waiter-exit.ts';
import type { PhaseName } from '../../../model/phase-name.ts';
import { stepFailureOf } from '../../../model/step-failures/step-failures.ts';
import type { FailureReason } from './failure-reason.ts';

const OF_PHASE: Readonly<Record<PhaseName, FailureReason>> = {
  prepare: 'PrepareFailed',
  analyze: 'AnalyzeFailed',
  detect: 'DetectFailed',
  restore: 'RestoreFailed',
  build: 'BuildFailed',
  export: 'ExportFailed',
  rebase: 'RebaseFailed',
  completion: 'CompletionFailed',
};

/** Codes of the lifecycle's own that it has in every phase: 2 is of Go's flag package (lifecycle, cmd/exit.go). */
const OF_LIFECYCLE: ReadonlyMap<number, FailureReason> = new Map([
  [2, 'ArgumentsRefused'],
  [3, 'ArgumentsRefused'],
  [11, 'PlatformApiUnsupported'],
  [12, 'BuildpackApiUnsupported'],
]);

/**
 * Codes that say more than which phase it was, the same in every Platform API that we speak (buildpacks/spec,
 * platform.md; lifecycle, platform/exit.go); those below 0.6 had others.
 */
const OF_DETECT: ReadonlyMap<number, FailureReason> = new Map([
  [20, 'NothingDetected'],
  [21, 'DetectionErrored'],
]);
const OF_BUILD: ReadonlyMap<number, FailureReason> = new Map([[51, 'BuildpackFailed']]);

/** What the code means with which a phase has ended by itself. */
export function phaseReason(phase: PhaseName, exitCode: number): FailureReason {
  if (exitCode > 128) return 'PhaseKilled';
  // From here on codes are the waiter's, and a shell's for commands that it cannot run: the lifecycle's end below.
  if (exitCode > SKIPPED) return 'PhaseNotStarted';
  return ofProgram(phase, exitCode) ?? OF_PHASE[phase];
}

/** What the phase's own program means by it: a step of ours, or the lifecycle. */
function ofProgram(phase: PhaseName, exitCode: number): FailureReason | undefined {
  switch (phase) {
    case 'prepare':
    case 'completion':
      return stepFailureOf(phase, exitCode);
    case 'detect':
      return OF_LIFECYCLE.get(exitCode) ?? OF_DETECT.get(exitCode);
    case 'build':
      return OF_LIFECYCLE.get(exitCode) ?? OF_BUILD.get(exitCode);
    case 'analyze':
    case 'restore':
    case 'export':
    case 'rebase':
      return OF_LIFECYCLE.get(exitCode);
  }
}
