import { publishBuilder } from '../../controller/builders/publish-builder-image.ts';
import { fieldWarning, type Problem } from '../../core/model/problem.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { readDocuments } from '../input.ts';
import type { RegistryFlags } from '../options.ts';
import { CommandFailure, reportOrFail, reportProblems } from '../problems.ts';
import { readMissingImageFacts } from '../registry/inspect-images.ts';
import { withMissingFacts } from '../registry/missing-facts.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { makeBuilders, type MadeBuilders } from './digest.ts';
import { placeProblems } from './place-problems.ts';
import type { BuilderFlags } from './read-builders.ts';
import { readBuilderSigning, signPublished, type BuilderSigning } from './signing.ts';

/** The parsed options of `taskpack builder publish`. */
export interface PublishFlags extends BuilderFlags, RegistryFlags {
  readonly key?: string;
}

type Made = MadeBuilders['builders'][number];

/** Runs `taskpack builder publish`. Pushes nothing unless all selected builders are valid. */
export async function runPublish(flags: PublishFlags, terminal: Terminal): Promise<void> {
  const { maximumPlatformApi, signatureFormat } = settingsOf(terminal);
  const signing =
    flags.key === undefined ? undefined : await readBuilderSigning(flags.key, signatureFormat, terminal.environment);
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  await withRegistry(flags, terminal, async (client) => {
    const { builders, problems } = await withMissingFacts(
      read,
      (documents) => makeBuilders(documents, flags, maximumPlatformApi),
      async (images) => readMissingImageFacts(client, images, flags.platform),
    );
    reportOrFail(problems, terminal.errors);
    const failures: Problem[] = [];
    // Builders share layers: a later builder finds the layers of an earlier one.
    for (const builder of builders) failures.push(...(await publish(builder, { client, signing, terminal })));
    if (failures.length > 0) throw new CommandFailure(failures, 1);
  });
}

interface Publishing {
  readonly client: RegistryClient;
  readonly signing: BuilderSigning | undefined;
  readonly terminal: Terminal;
}

async function publish(
  { object, image }: Made,
  { client, signing, terminal }: Publishing,
): Promise<readonly Problem[]> {
  try {
    await publishBuilder(image, client);
    const warning = signing && (await signOrExplain(client, image.reference, signing));
    if (warning !== undefined) reportProblems([fieldWarning(['spec', 'tag'], warning)], terminal.errors);
  } catch (error) {
    if (!(error instanceof RegistryError) && !(error instanceof UnsignedBuilder)) throw error;
    return placeProblems([{ severity: 'error', paths: [['spec', 'tag']], message: error.message }], object, []);
  }
  await writeTexts(terminal.output, [`${image.reference}\n`]);
  return [];
}

/** A builder that is published, but whose signature could not be pushed. */
class UnsignedBuilder extends Error {
  override readonly name = 'UnsignedBuilder';
}

/** Returns a warning if the builder is signed at the tag of cosign 2 alone. Rejects with `UnsignedBuilder`. */
async function signOrExplain(
  client: RegistryClient,
  reference: string,
  signing: BuilderSigning,
): Promise<string | undefined> {
  try {
    const refusal = await signPublished(client, reference, signing);
    return refusal === undefined
      ? undefined
      : `the registry stores no Sigstore bundle of ${reference}, which is signed at the tag of cosign 2: ${refusal}`;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new UnsignedBuilder(
      `${reference} is published, but not signed: ${error.message}. Run the command again: it signs the published builder`,
      { cause: error },
    );
  }
}
