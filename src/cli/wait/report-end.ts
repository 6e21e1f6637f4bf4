import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { oneLine } from '../../core/model/one-line.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { fieldError, fieldNote } from '../../core/model/problem.ts';
import { failureView, responsibleText, type FailureView } from '../../insight/views/failure-view.ts';
import { namespacedNameOf } from '../image-builds.ts';
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
  const image = asBuild(build).status.latestImage;
  await writeTexts(output, [`${oneLine(image ?? `build.kpack.io/${build.metadata.name} succeeded`)}\n`]);
}

function failed(object: KubeObject, message: string): CommandFailure {
  const { namespace, name } = namespacedNameOf(object);
  const build = asBuild(object);
  const view = failureView(build, []);
  const { advice } = view;
  return new CommandFailure(
    [
      fieldError([], `Build ${name} failed: ${message}`),
      ...(advice === undefined ? [] : [fieldNote([], `${hintOf(view)}: ${advice}`)]),
      ...(build.status.podName === undefined
        ? []
        : [fieldNote([], `"taskpack logs ${name} -n ${namespace}" prints the log`)]),
    ],
    1,
  );
}

function hintOf(view: FailureView): string {
  if (view.actor === 'none') return 'no action is necessary';
  const responsible = responsibleText(view);
  return responsible === undefined ? 'try this' : `${responsible} can act`;
}
