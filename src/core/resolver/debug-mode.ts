import type { Build } from '../api/kpack/build.ts';
import {
  DEBUG_ANNOTATION,
  type DebugMode,
  MAX_HOLD_SETTING,
  parseDebugAnnotation,
  PUSHING_PHASES,
} from '../model/debug-mode.ts';
import { fieldError } from '../model/problem.ts';
import type { FullBuild, Rebase } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

const PATH = ['metadata', 'annotations', DEBUG_ANNOTATION];

export interface DebugOptions {
  /** The longest time that a phase is held; 0 to refuse Builds that are debugged. Defaults to a day. */
  readonly maxDebugHoldSeconds?: number;
}

/**
 * Returns how the Build is debugged; `undefined` if it is not, or if the annotation cannot be read. Reports an annotation that is
 * invalid or does not suit the Build.
 */
export function resolveDebugMode(
  { metadata: { annotations = {} } }: Build,
  operation: FullBuild | Rebase | undefined,
  { maxDebugHoldSeconds }: DebugOptions,
  report: Report,
): DebugMode | undefined {
  const text = annotations[DEBUG_ANNOTATION];
  if (text === undefined) return undefined;
  if (maxDebugHoldSeconds === 0) {
    report(fieldError(PATH, FORBIDDEN));
    return undefined;
  }
  const mode = parseDebugAnnotation(text, maxDebugHoldSeconds);
  const refusal = typeof mode === 'string' ? `the annotation ${mode}` : refusalOf(mode, operation);
  if (refusal !== undefined) report(fieldError(PATH, refusal));
  return typeof mode === 'string' ? undefined : mode;
}

const FORBIDDEN = `the operator has turned debugging off (${MAX_HOLD_SETTING} is 0): create the Build without the annotation`;

function refusalOf({ stop, pushes }: DebugMode, operation: FullBuild | Rebase | undefined): string | undefined {
  if (operation?.kind === 'rebase') return 'a rebase cannot be debugged, because it runs no buildpacks';
  if (stop.kind === 'on-failure') return undefined;
  const { phase } = stop;
  if (phase === 'rebase' || phase === 'create') return `the Build has no phase "${phase}"`;
  if (pushes || !PUSHING_PHASES.includes(phase)) return undefined;
  return `the phase "${phase}" runs only if the Build pushes its image: set push to true, or name an earlier phase`;
}
