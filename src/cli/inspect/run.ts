import { readObjects } from '../../core/api/read-objects.ts';
import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import { isJsonObject, type JsonObject } from '../../core/model/json.ts';
import { fieldError, type Problem } from '../../core/model/problem.ts';
import type { Platform } from '../../clients/registry/client/manifests/platform.ts';
import { readDocuments } from '../input.ts';
import type { RegistryFlags } from '../options.ts';
import { appendableYamlTexts, jsonTexts } from '../output.ts';
import { CommandFailure, reportOrFail, reportProblems } from '../problems.ts';
import { builderTrustNotes, type TrustSettings } from './builder-trust.ts';
import { readFactsOfImages } from '../registry/inspect-images.ts';
import type { ImageReader } from '../registry/image-reader.ts';
import { withImageReader, type AccountsInput } from '../registry/open-registry.ts';
import { settingsOf, warnOfMisspeltSettings } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';

/** The parsed options of `taskpack inspect`. */
export interface InspectFlags extends RegistryFlags {
  /** Files whose Secrets have logins. */
  readonly filename?: readonly string[];
  readonly recursive?: true;
  readonly platform?: Platform;
  readonly output: 'yaml' | 'json';
}

/**
 * Runs `taskpack inspect`. Prints the facts of all images, or fails with the problems of all images. With
 * LIFECYCLE_IMAGES, notes say which builders are trusted.
 */
export async function runInspect(images: readonly string[], flags: InspectFlags, terminal: Terminal): Promise<void> {
  const settings = trustSettingsOf(terminal);
  const accounts = await accountsOf(flags, terminal);
  const { facts, problems } = await withImageReader(accounts, flags, terminal, async (reader) =>
    inspectImages(reader, images, flags.platform),
  );
  if (problems.length > 0) throw new CommandFailure(problems, 1);
  reportProblems(builderTrustNotes(facts, settings), terminal.errors);
  const documents = facts.map(asJson);
  await writeTexts(terminal.output, flags.output === 'yaml' ? appendableYamlTexts(documents) : jsonTexts(documents));
}

/** Reads the files with logins. Objects of kinds that have none may be invalid. */
async function accountsOf({ filename, recursive }: InspectFlags, terminal: Terminal): Promise<AccountsInput> {
  if (filename === undefined) return { objects: [] };
  const read = await readDocuments(filename, recursive ?? false, terminal.input);
  const { objects, problems, unread } = readObjects(read.documents);
  const isUnread = unread.some((kind) => kind === undefined || kind === 'Secret' || kind === 'ServiceAccount');
  const all = [...read.problems, ...(isUnread ? problems : [])];
  reportOrFail(all, terminal.errors);
  return { objects };
}

/** Reads the settings only with LIFECYCLE_IMAGES. Without it, they do not concern this command, so a mistake in them does not stop it. */
function trustSettingsOf(terminal: Terminal): TrustSettings {
  if ((terminal.environment['LIFECYCLE_IMAGES'] ?? '') !== '') return settingsOf(terminal);
  warnOfMisspeltSettings(terminal);
  return { lifecycleImages: {}, creatorBuilders: [] };
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
  reader: ImageReader,
  images: readonly string[],
  platform?: Platform,
): Promise<InspectedImages> {
  const answers = [...(await readFactsOfImages(reader, images, platform)).values()];
  return {
    facts: answers.flatMap((answer) => (answer.kind === 'facts' ? [answer.facts] : [])),
    problems: answers.flatMap((answer) =>
      answer.kind === 'problems' ? answer.messages.map((message) => fieldError([], message)) : [],
    ),
  };
}
