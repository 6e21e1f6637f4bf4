import { HELD_EXIT_CODE, REPLACED_EXIT_CODE, SKIPPED_EXIT_CODE, STARTED_EARLY_EXIT_CODE } from './waiter-exit-codes.ts';
import type { PhaseName } from '../phase-name.ts';
import { stepFailureOf } from '../step-failures/step-failures.ts';
import type { FailureReason } from './explanations.ts';

/** The reason for every exit code that has no reason of its own. */
const DEFAULT_REASONS: Readonly<Record<PhaseName, FailureReason>> = {
  prepare: 'PrepareFailed',
  create: 'CreateFailed',
  analyze: 'AnalyzeFailed',
  detect: 'DetectFailed',
  restore: 'RestoreFailed',
  build: 'BuildFailed',
  export: 'ExportFailed',
  rebase: 'RebaseFailed',
  completion: 'CompletionFailed',
};

/** The lifecycle's exit codes that all phases share. Go's flag package exits with 2 (lifecycle, cmd/exit.go). */
const LIFECYCLE_REASONS: ReadonlyMap<number, FailureReason> = new Map([
  [2, 'ArgumentsRefused'],
  [3, 'ArgumentsRefused'],
  [11, 'PlatformApiUnsupported'],
  [12, 'BuildpackApiUnsupported'],
]);

/**
 * The lifecycle's exit codes of single phases (buildpacks/spec, platform.md; lifecycle, platform/exit.go). They are the same
 * in every Platform API that taskpack supports; Platform API 0.5 and older had other codes.
 */
const DETECT_REASONS: ReadonlyMap<number, FailureReason> = new Map([
  [20, 'NothingDetected'],
  [21, 'DetectionErrored'],
  [91, 'ExtensionFailed'],
  [92, 'ExtensionFailed'],
]);
const BUILD_REASONS: ReadonlyMap<number, FailureReason> = new Map([
  [51, 'BuildpackFailed'],
  [102, 'ExtensionFailed'],
]);

/** taskpack-export refuses to run the phase's program (export-guard/README.md). */
const REFUSED_EXIT_CODE = 113;

/** Returns the reason for the exit code of a phase that ended by itself. */
export function phaseReason(phase: PhaseName, exitCode: number): FailureReason {
  if (exitCode > 128) return 'PhaseKilled';
  if (exitCode === HELD_EXIT_CODE) return 'StoppedInDebugMode';
  if (exitCode === REPLACED_EXIT_CODE) return 'PhaseTampered';
  if (exitCode === STARTED_EARLY_EXIT_CODE) return 'PhaseStartedEarly';
  // The lifecycle's own codes end below 110: the waiter uses the codes above, as do shells that cannot run a command.
  if (exitCode > SKIPPED_EXIT_CODE) return 'PhaseNotStarted';
  return programReason(phase, exitCode) ?? DEFAULT_REASONS[phase];
}

/** Returns what the phase's program means by the code; the program is a taskpack step or the lifecycle. */
function programReason(phase: PhaseName, exitCode: number): FailureReason | undefined {
  switch (phase) {
    case 'prepare':
    case 'completion':
      return stepFailureOf(phase, exitCode);
    case 'detect':
      return LIFECYCLE_REASONS.get(exitCode) ?? DETECT_REASONS.get(exitCode);
    case 'build':
      return LIFECYCLE_REASONS.get(exitCode) ?? BUILD_REASONS.get(exitCode);
    case 'export':
      return exitCode === REFUSED_EXIT_CODE ? 'ExportRefused' : LIFECYCLE_REASONS.get(exitCode);
    case 'restore':
      return exitCode === REFUSED_EXIT_CODE ? 'ExtensionRefused' : LIFECYCLE_REASONS.get(exitCode);
    case 'create':
    case 'analyze':
    case 'rebase':
      return LIFECYCLE_REASONS.get(exitCode);
  }
}
