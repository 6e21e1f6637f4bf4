import type { KubeObject } from '../../kube/client/kube-object.ts';
import { objectAt, textAt } from '../../model/json-field.ts';
import { fieldError, fieldNote } from '../../model/problem.ts';
import { placeOf } from '../image-builds.ts';
import { buildEnd } from '../logs/observed-build.ts';
import { CommandFailure } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';

/**
 * Prints the image of a finished Build. Rejects with a `CommandFailure` that says why the Build failed, who acts and what to
 * try.
 */
export async function reportEnd(build: KubeObject, { output }: Pick<Terminal, 'output'>): Promise<void> {
  const end = buildEnd(build);
  if (end?.kind === 'failed') throw failed(build, end.message);
  const image = textAt(objectAt(build, 'status'), 'latestImage');
  await writeTexts(output, [`${image ?? `build.kpack.io/${build.metadata.name} succeeded`}\n`]);
}

const ACTORS: Readonly<Record<string, string>> = {
  user: 'the author of the Build',
  platform: 'the operator of the cluster',
};

function failed(build: KubeObject, message: string): CommandFailure {
  const { namespace, name } = placeOf(build);
  const status = objectAt(build, 'status');
  const { actor, advice } = objectAt(status, 'failure');
  const who = typeof actor === 'string' ? ACTORS[actor] : undefined;
  const hint = who === undefined ? 'try this' : `${who} can act`;
  return new CommandFailure(
    [
      fieldError([], `Build ${name} failed: ${message}`),
      ...(typeof advice === 'string' ? [fieldNote([], `${hint}: ${advice}`)] : []),
      ...(textAt(status, 'podName') === undefined
        ? []
        : [fieldNote([], `"taskpack logs ${name} -n ${namespace}" prints the log`)]),
    ],
    1,
  );
}
