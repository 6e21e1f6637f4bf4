import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import type { LifecycleImages } from '../../model/lifecycle-images.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { fieldError, type Problem } from '../../model/problem.ts';
import type { Platform } from '../../registry/client/manifests/platform.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import type { RegistryFlags } from '../options.ts';
import { appendableYamlTexts, jsonTexts } from '../output.ts';
import { CommandFailure, reportProblems } from '../problems.ts';
import { builderTrustNotes } from './builder-trust.ts';
import { readFactsOfImages } from '../registry/inspect-images.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { settingsOf, warnOfMisspeltSettings } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';

/** The parsed options of `taskpack inspect`. */
export interface InspectFlags extends RegistryFlags {
  readonly platform?: Platform;
  readonly output: 'yaml' | 'json';
}

/**
 * Runs `taskpack inspect`. Prints the facts of all images, or fails with the problems of all images. With
 * LIFECYCLE_IMAGES, notes say which builders are trusted.
 */
export async function runInspect(images: readonly string[], flags: InspectFlags, terminal: Terminal): Promise<void> {
  const lifecycleImages = lifecycleImagesOf(terminal);
  const { facts, problems } = await withRegistry(flags, terminal, async (client) =>
    inspectImages(client, images, flags.platform),
  );
  if (problems.length > 0) throw new CommandFailure(problems, 1);
  reportProblems(builderTrustNotes(facts, lifecycleImages), terminal.errors);
  const documents = facts.map(asJson);
  await writeTexts(terminal.output, flags.output === 'yaml' ? appendableYamlTexts(documents) : jsonTexts(documents));
}

/** Reads LIFECYCLE_IMAGES. No other setting concerns this command, so a mistake in another one does not stop it. */
function lifecycleImagesOf(terminal: Terminal): LifecycleImages {
  if ((terminal.environment['LIFECYCLE_IMAGES'] ?? '') !== '') return settingsOf(terminal).lifecycleImages;
  warnOfMisspeltSettings(terminal);
  return {};
}

/** Narrows ImageFacts to JSON. Their schema holds only JSON values, but their type does not show that. */
function asJson(facts: unknown): JsonObject {
  if (!isJsonObject(facts)) throw new Error('ImageFacts is not a JSON object');
  return facts;
}

/** The facts of images, in the images' order, and the problems of all images. */
export interface InspectedImages {
  readonly facts: readonly ImageFacts[];
  readonly problems: readonly Problem[];
}

/** Reads each image once, even if it is named several times in different spellings. The facts have the first spelling. */
export async function inspectImages(
  client: RegistryClient,
  images: readonly string[],
  platform?: Platform,
): Promise<InspectedImages> {
  const answers = [...(await readFactsOfImages(client, images, platform)).values()];
  return {
    facts: answers.flatMap((answer) => (answer.kind === 'facts' ? [answer.facts] : [])),
    problems: answers.flatMap((answer) =>
      answer.kind === 'problems' ? answer.messages.map((message) => fieldError([], message)) : [],
    ),
  };
}
