import type { Parameter } from './parameters.ts';
import type { TaskKind } from './task-metadata.ts';

/** The results of prepare. Later steps take arguments and variables from them. */
const PREPARE_RESULTS = {
  build: ['platform-api', 'run-image', 'cache-image', 'previous-image', 'process-type', 'skip-restore', 'tags'],
  rebase: ['platform-api', 'run-image', 'previous-image', 'tags'],
} as const satisfies Readonly<Record<TaskKind, readonly string[]>>;

export type PrepareResult = (typeof PREPARE_RESULTS)[TaskKind][number];

/** Returns the declarations of prepare's results (tekton.dev/v1 StepResult). */
export function prepareResults(kind: TaskKind): readonly { readonly name: PrepareResult; readonly type: string }[] {
  return PREPARE_RESULTS[kind].map((name) => ({ name, type: isList(name) ? 'array' : 'string' }));
}

/** Returns the variable that Tekton's entrypoint replaces after prepare (since 0.56, with `[*]` anywhere since 0.59). */
export function resultOfPrepare(name: PrepareResult): string {
  return `$(steps.prepare.results.${name}${isList(name) ? '[*]' : ''})`;
}

/** Returns the variable that Tekton replaces with the parameter's value. */
export function valueOf({ name, default: value }: Parameter): string {
  return `$(params.${name}${typeof value === 'object' ? '[*]' : ''})`;
}

/** Returns the variable of a workspace's path. Tekton replaces it with an empty text if the workspace is not bound. */
export function pathOfWorkspace(name: string): string {
  return `$(workspaces.${name}.path)`;
}

function isList(name: PrepareResult): boolean {
  return name === 'tags';
}
