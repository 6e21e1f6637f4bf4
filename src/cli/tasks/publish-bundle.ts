import type { Manifest } from '../../model/manifest.ts';
import { parseTag } from '../../model/image-reference.ts';
import { fieldError } from '../../model/problem.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import type { Image } from '../../registry/image.ts';
import { makeBundle } from '../../tekton-bundle/make-bundle.ts';
import { pushBundle } from '../../tekton-bundle/push-bundle.ts';
import { CommandFailure } from '../command-failure.ts';
import type { RegistryFlags } from '../registry/flags.ts';
import { withRegistry } from '../registry/with-registry.ts';
import type { Terminal } from '../terminal.ts';
import { writeTexts } from '../write-texts.ts';

/** Pushes Tasks as a Tekton Bundle to a tag, and prints the reference by which Pipelines pin it. */
export async function publishBundle(
  tasks: readonly Manifest[],
  tag: string,
  flags: RegistryFlags,
  terminal: Terminal,
): Promise<void> {
  const bundle = makeBundle(tasks);
  if (bundle.kind === 'mistakes') throw failure(bundle.messages);
  const digest = await push(bundle.image, tag, flags, terminal);
  await writeTexts(terminal.output, [`${tag}@${digest}\n`]);
}

async function push(image: Image, tag: string, flags: RegistryFlags, terminal: Terminal): Promise<string> {
  const reference = parseTag(tag);
  if (reference === undefined) throw new Error(`${tag} has been checked to be a tag`);
  try {
    return await withRegistry(flags, terminal, async (client) => pushBundle(client, reference, image));
  } catch (error) {
    if (error instanceof RegistryError) throw failure([error.message]);
    throw error;
  }
}

function failure(sentences: readonly string[]): CommandFailure {
  return new CommandFailure(
    sentences.map((sentence) => fieldError([], sentence)),
    1,
  );
}
