import { access, readdir, realpath, stat } from 'node:fs/promises';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { makeBudget } from '../source/budget.ts';
import { copyDirectory } from '../source/copy-directory.ts';
import type { TaskArguments } from './task-arguments.ts';

/** Warns that buildpacks can use the API server as the ServiceAccount. Only the run can disable the token. */
export async function warnOfToken(
  { log }: Pick<PrepareDependencies, 'log'>,
  { accountToken }: Pick<TaskArguments, 'accountToken'>,
): Promise<void> {
  if (accountToken === undefined || !(await exists(accountToken))) return;
  log(
    'warning: buildpacks can read the token of the ServiceAccount: add to the run podTemplate: {"automountServiceAccountToken":false}',
  );
}

const SET_GROUP_ID = 0o2000;

/**
 * Warns that the image gets another digest than from a Build. The kubelet sets set-group-ID on the volumes of a Pod with an
 * fsGroup. Directories inherit the bit, and layers record it. This step cannot set the bit, because the volume belongs to root.
 * Only the run can set fsGroup, and only a Task with a builder can have a step that runs as root.
 */
export async function warnOfGroup(
  { paths, log }: Pick<PrepareDependencies, 'paths' | 'log'>,
  { operation, knownBuilder }: Pick<TaskArguments, 'operation' | 'knownBuilder'>,
  gid: number,
): Promise<void> {
  if (operation !== 'build' || ((await stat(paths.workspace)).mode & SET_GROUP_ID) !== 0) return;
  const other = knownBuilder === undefined ? '' : ', or print the Task again with taskpack tasks --root-step';
  log(
    `warning: the run has no fsGroup, so the image gets another digest than from a Build: add to the run podTemplate: {"securityContext":{"fsGroup":${gid}}}${other}`,
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** The limits for variables and bindings. */
const LIMITS = { bytes: 2 ** 27, entries: 10_000 };

/** Copies the volume in PLATFORM_DIR to the platform directory. Rejects with `PrepareError`. */
export async function copyPlatform(
  { paths, signal }: Pick<PrepareDependencies, 'paths' | 'signal'>,
  { platform, bindings }: Pick<TaskArguments, 'platform' | 'bindings'>,
): Promise<void> {
  if (platform === undefined) return;
  // The workspace is mounted over the bindings directory, so both cannot be used.
  if (bindings !== undefined && (await readdir(platform)).includes('bindings')) {
    throw new PrepareError(
      'InputsUnusable',
      'PLATFORM_DIR and the workspace bindings both contain bindings: use only one of them',
    );
  }
  try {
    await copyDirectory(await realpath(platform), paths.platform, makeBudget(LIMITS, signal));
  } catch (error) {
    if (!(error instanceof PrepareError) || error.code !== 'SourceTooLarge') throw error;
    throw new PrepareError(
      'InputsUnusable',
      `PLATFORM_DIR has more than ${LIMITS.bytes} bytes or ${LIMITS.entries} entries, the limits: remove files`,
      error,
    );
  }
}
