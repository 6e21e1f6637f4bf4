import type { Parameter } from './parameter.ts';
import type { TaskKind } from './task-kind.ts';

/** The results of prepare that later steps have their arguments and variables from. */
const PREPARE_RESULTS = {
  build: ['platform-api', 'run-image', 'cache-image', 'previous-image', 'process-type', 'skip-restore', 'tags'],
  rebase: ['platform-api', 'run-image', 'previous-image', 'tags'],
} as const satisfies Readonly<Record<TaskKind, readonly string[]>>;

export type PrepareResult = (typeof PREPARE_RESULTS)[TaskKind][number];

/** As Tekton declares them. */
export function prepareResults(kind: TaskKind): readonly { readonly name: PrepareResult; readonly type: string }[] {
  return PREPARE_RESULTS[kind].map((name) => ({ name, type: isList(name) ? 'array' : 'string' }));
}

/** What Tekton's entrypoint replaces in arguments and variables once prepare has ended (since 0.56; any `[*]` since 0.59). */
export function resultOfPrepare(name: PrepareResult): string {
  return `$(steps.prepare.results.${name}${isList(name) ? '[*]' : ''})`;
}

/** What Tekton replaces by the value. */
export function valueOf({ name, default: value }: Parameter): string {
  return `$(params.${name}${typeof value === 'object' ? '[*]' : ''})`;
}

/** Where a workspace is; empty where it was not given. */
export function pathOfWorkspace(name: string): string {
  return `$(workspaces.${name}.path)`;
}

function isList(name: PrepareResult): boolean {
  return name === 'tags';
}
