import { parseImageReference, pinnedTo } from '../../model/image-reference.ts';
import type { Manifest } from '../../model/manifest.ts';
import { fieldError } from '../../model/problem.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { makeBundle } from '../../tekton-bundle/make-bundle.ts';
import { pushBundle } from '../../tekton-bundle/push-bundle.ts';
import { CommandFailure } from '../command-failure.ts';
import { withRegistry } from '../registry/with-registry.ts';
import type { Terminal } from '../terminal.ts';
import { writeTexts } from '../write-texts.ts';
import type { TasksFlags } from './flags.ts';

/** Pushes a Task as a Tekton Bundle, and prints what a resolver is given to fetch it. */
export async function bundleTask(task: Manifest, to: string, flags: TasksFlags, terminal: Terminal): Promise<void> {
  const bundle = makeBundle([task]);
  const reference = parseImageReference(to);
  if (bundle.kind === 'mistakes') throw failure(bundle.messages);
  if (reference?.digest !== undefined || reference === undefined)
    throw failure([`${to} is no tag, to which one can push`]);
  const digest = await withRegistry(flags, terminal, async (client) =>
    pushBundle(client, reference, bundle.image).catch((error: unknown) => {
      throw error instanceof RegistryError ? failure([error.message]) : error;
    }),
  );
  await writeTexts(terminal.output, [`${pinnedTo(to, digest)}\n`]);
}

function failure(sentences: readonly string[]): CommandFailure {
  return new CommandFailure(
    sentences.map((sentence) => fieldError([], sentence)),
    1,
  );
}
