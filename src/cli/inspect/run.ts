import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { CommandFailure } from '../command-failure.ts';
import { inspectImages } from '../registry/inspect-images.ts';
import { withRegistry } from '../registry/with-registry.ts';
import type { Terminal } from '../terminal.ts';
import { jsonTexts } from '../translate/output/json-texts.ts';
import { yamlTexts } from '../translate/output/yaml-texts.ts';
import { writeTexts } from '../write-texts.ts';
import type { InspectFlags } from './flags.ts';

/** What `taskpack inspect` does: all facts, or every problem and no facts. */
export async function runInspect(images: readonly string[], flags: InspectFlags, terminal: Terminal): Promise<void> {
  const { facts, problems } = await withRegistry(flags, terminal, async (client) =>
    inspectImages(client, images, flags.platform),
  );
  if (problems.length > 0) throw new CommandFailure(problems, 1);
  const documents = facts.map(asJson);
  await writeTexts(terminal.output, flags.output === 'yaml' ? yamlTexts(documents) : jsonTexts(documents));
}

/** Facts are of a schema that has nothing but JSON in it, which their type does not say. */
function asJson(facts: unknown): JsonObject {
  if (!isJsonObject(facts)) throw new Error('facts are an object');
  return facts;
}
