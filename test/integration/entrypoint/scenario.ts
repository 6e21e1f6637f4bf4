import type { DifferenceId } from './differences.ts';
import type { Step } from './step.ts';

/** One run of an entrypoint. */
export interface Phase {
  readonly name: string;
  /** What both entrypoints are given, word for word. */
  readonly words: readonly string[];
  readonly stdin?: string;
  /** Beside PATH and HOME. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What both entrypoints are made to do, each in a folder of its own. */
export interface Scenario {
  readonly name: string;
  /** Files that are there before. */
  readonly files?: Readonly<Record<string, string>>;
  /** All are started at once, the last first. */
  readonly phases: readonly Phase[];
  /** What happens meanwhile. */
  readonly steps?: readonly Step[];
  /** Files whose content is compared. */
  readonly shows?: readonly string[];
  /** The intended differences that it shows. */
  readonly differs?: readonly DifferenceId[];
}

/** A phase as Tekton writes it. */
export function phase(name: string, flags: string, [command, ...args]: readonly [string, ...string[]]): Phase {
  return { name, words: [...wordsOf(flags), '-entrypoint', command, '--', ...args] };
}

/** A phase whose command is a shell's script. */
export function script(name: string, flags: string, text: string): Phase {
  return phase(name, flags, ['sh', '-c', text]);
}

function wordsOf(flags: string): readonly string[] {
  return flags === '' ? [] : flags.split(' ');
}
