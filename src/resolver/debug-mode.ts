import type { Build } from '../api/kpack/build.ts';
import { DEBUG_ANNOTATION, type DebugMode, parseDebugAnnotation, PUSHING_PHASES } from '../model/debug-mode.ts';
import { fieldError } from '../model/problem.ts';
import type { FullBuild, Rebase } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

const PATH = ['metadata', 'annotations', DEBUG_ANNOTATION];

/** Returns how the Build is debugged; `undefined` if it is not, or if the annotation is invalid. */
export function resolveDebugMode(
  { metadata: { annotations = {} } }: Build,
  operation: FullBuild | Rebase | undefined,
  report: Report,
): DebugMode | undefined {
  const text = annotations[DEBUG_ANNOTATION];
  if (text === undefined) return undefined;
  const mode = parseDebugAnnotation(text);
  const refusal = typeof mode === 'string' ? `the annotation ${mode}` : refusalOf(mode, operation);
  if (refusal !== undefined) report(fieldError(PATH, refusal));
  return typeof mode === 'string' ? undefined : mode;
}

function refusalOf({ stop, pushes }: DebugMode, operation: FullBuild | Rebase | undefined): string | undefined {
  if (operation?.kind === 'rebase') return 'a rebase cannot be debugged, because it runs no buildpacks';
  if (stop.kind === 'on-failure') return undefined;
  const { phase } = stop;
  if (phase === 'rebase' || phase === 'create') return `the Build has no phase "${phase}"`;
  if (pushes || !PUSHING_PHASES.includes(phase)) return undefined;
  return `the phase "${phase}" runs only if the Build pushes its image: set push to true, or name an earlier phase`;
}
