import type { TaskSpec } from '../../src/core/api/tekton/task.ts';
import { isJsonList, isJsonObject, type JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';

/** The HOME of taskpack steps. Tekton writes credentials into HOME, owned by the step's user, so the Task's steps have another. */
export const STEP_HOME = '/var/resource-home';

/** Only the step that uses a bucket mounts its Secret. */
export const BUCKET_CREDENTIALS = '/var/bucket-credentials';
export const ARTIFACT_CREDENTIALS = '/var/artifact-credentials';

/** The parent of the directories of workspaces. Steps of the Task do not look for files there. */
export const ARTIFACTS = '/var/artifacts';

/** Directories of programs and credentials. No other volume may be in them. */
const CLOSED = [
  '/taskpack',
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  STEP_HOME,
  BUCKET_CREDENTIALS,
  ARTIFACT_CREDENTIALS,
  ARTIFACTS,
];

/** Directories that the programs need, but in which there can be volumes, such as `/etc/ssl/certs`. */
const NEEDED = ['/dev', '/etc', '/lib', '/lib64', '/proc', '/sys', '/tekton', '/usr/lib', '/usr/local/lib'];

/** Returns an absolute path without `.`, `..`, repeated slashes and a slash at its end. Paths are equal if the results are. */
export function normalDirectory(directory: string): string {
  const names: string[] = [];
  for (const name of directory.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** Returns why taskpack steps cannot work or are not safe with a volume at a normal directory, or `undefined`. */
export function reservedBy(directory: string): string | undefined {
  const covered = [...CLOSED, ...NEEDED].find((reserved) => isIn(reserved, directory));
  const around = CLOSED.find((reserved) => isIn(directory, reserved));
  if (covered === undefined && around === undefined) return undefined;
  const relation = covered === undefined ? `is below ${around}` : `covers ${covered}`;
  return `${directory} ${relation}, where the steps that replace resources have programs, settings or credentials`;
}

function isIn(directory: string, parent: string): boolean {
  return parent === '/' || directory === parent || directory.startsWith(`${parent}/`);
}

/** Reports the mounts of all steps that would replace programs or credentials of taskpack steps. */
export function reservedMounts(
  { workspaces = [] }: TaskSpec,
  { volumeMounts = [] }: JsonObject,
  at: FieldPath,
): readonly FieldProblem[] {
  const mounts = isJsonList(volumeMounts) ? volumeMounts : [];
  return [
    ...mounts.flatMap((mount, index) => {
      const mountPath = isJsonObject(mount) ? mount['mountPath'] : undefined;
      if (typeof mountPath !== 'string') return [];
      const reason = reservedBy(normalDirectory(mountPath));
      const field = [...at, 'stepTemplate', 'volumeMounts', index, 'mountPath'];
      return reason === undefined ? [] : [fieldError(field, `${reason}; move the mount to the steps that need it`)];
    }),
    ...workspaces.flatMap(({ mountPath = '/workspace' }, index) => {
      const reason = reservedBy(normalDirectory(mountPath));
      const field = [...at, 'workspaces', index, 'mountPath'];
      return reason === undefined ? [] : [fieldError(field, `${reason}; choose another directory`)];
    }),
  ];
}
