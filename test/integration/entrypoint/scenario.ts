import type { DifferenceId } from './differences.ts';
import type { Step } from './step.ts';

/** One run of an entrypoint. */
export interface Phase {
  readonly name: string;
  /** The arguments of both entrypoints, unchanged. */
  readonly words: readonly string[];
  readonly stdin?: string;
  /** Variables in addition to PATH and HOME. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A scenario that both entrypoints run, each in its own folder. */
export interface Scenario {
  readonly name: string;
  /** Files that exist before the start. */
  readonly files?: Readonly<Record<string, string>>;
  /** The phases, which start at the same time, the last phase first. */
  readonly phases: readonly Phase[];
  /** The actions while the entrypoints run. */
  readonly steps?: readonly Step[];
  /** Files whose content is compared. */
  readonly shows?: readonly string[];
  /** The intended differences that the scenario shows. */
  readonly differs?: readonly DifferenceId[];
}

/** A phase with the arguments that Tekton writes. */
export function phase(name: string, flags: string, [command, ...args]: readonly [string, ...string[]]): Phase {
  return { name, words: [...wordsOf(flags), '-entrypoint', command, '--', ...args] };
}

/** A phase whose command is a shell script. */
export function script(name: string, flags: string, text: string): Phase {
  return phase(name, flags, ['sh', '-c', text]);
}

function wordsOf(flags: string): readonly string[] {
  return flags === '' ? [] : flags.split(' ');
}
