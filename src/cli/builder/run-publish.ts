import { publishBuilder } from '../../builders/publish/publish-builder.ts';
import { hasErrors, type Problem } from '../../model/problem.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { CommandFailure } from '../command-failure.ts';
import { askForImages } from '../registry/ask-for-images.ts';
import { asking } from '../registry/asking.ts';
import { withRegistry } from '../registry/with-registry.ts';
import { reportProblems } from '../report.ts';
import { settingsOf } from '../settings-of.ts';
import type { Terminal } from '../terminal.ts';
import { readDocuments } from '../translate/input/read-documents.ts';
import { writeTexts } from '../write-texts.ts';
import { makeBuilders, type MadeBuilders } from './make-builders.ts';
import { placed } from './placed.ts';
import type { PublishFlags } from './publish-flags.ts';

type Made = MadeBuilders['builders'][number];

/** What `taskpack builder publish` does: nothing is sent before all builders are known to be right. */
export async function runPublish(flags: PublishFlags, terminal: Terminal): Promise<void> {
  const { maximumPlatformApi } = settingsOf(terminal);
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  await withRegistry(flags, terminal, async (client) => {
    const { builders, problems } = await asking(
      read,
      (documents) => makeBuilders(documents, flags, maximumPlatformApi),
      async (images) => askForImages(client, images),
    );
    if (hasErrors(problems)) throw new CommandFailure(problems, 1);
    reportProblems(problems, terminal.errors);
    const failures = await publishAll(builders, client, terminal);
    if (failures.length > 0) throw new CommandFailure(failures, 1);
  });
}

/** One after the other: builders share layers, and what one has sent the next finds. */
async function publishAll(
  builders: readonly Made[],
  client: RegistryClient,
  terminal: Terminal,
): Promise<readonly Problem[]> {
  const failures: Problem[] = [];
  for (const builder of builders) failures.push(...(await publish(builder, client, terminal)));
  return failures;
}

async function publish(
  { object, image }: Made,
  client: RegistryClient,
  terminal: Terminal,
): Promise<readonly Problem[]> {
  try {
    await publishBuilder(image, client);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return placed([{ severity: 'error', paths: [['spec', 'tag']], message: error.message }], object);
  }
  await writeTexts(terminal.output, [`${image.reference}\n`]);
  return [];
}
