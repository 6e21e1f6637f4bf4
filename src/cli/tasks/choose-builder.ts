import type { PlatformApi } from '../../core/model/platform-api.ts';
import { readObjects, type ApiObject } from '../../core/api/read-objects.ts';
import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import { architectureIn } from '../../core/model/node-architecture.ts';
import { fieldError, type FieldPath, type Problem } from '../../core/model/problem.ts';
import { CONTROLLER_NAMESPACE } from '../../core/model/installation-names.ts';
import type { TaskBuilder } from '../../core/model/resolved-builder.ts';
import { platformName, selectByPlatform, type Platform } from '../../clients/registry/client/manifests/platform.ts';
import type { BuilderReference } from '../../core/resolver/builder-reference.ts';
import { taskBuilder } from '../../core/resolver/task-builder.ts';
import { indexObjects } from '../../core/translate/input-index.ts';
import { located } from '../../core/translate/located.ts';
import { referencedObjects } from '../../core/translate/input-references.ts';
import { findBuilders, formatBuilder, type BuilderObject } from '../builder/read-builders.ts';
import { readDocuments } from '../input.ts';
import type { RegistryFlags } from '../options.ts';
import { CommandFailure, failure, reportOrFail, reportProblems } from '../problems.ts';
import { readFactsOfImages } from '../registry/inspect-images.ts';
import { FACTS_HINT, messagesOf } from '../registry/missing-facts.ts';
import { withImageReader } from '../registry/open-registry.ts';
import type { Terminal } from '../terminal.ts';

/** The options that select the builder of a Task. */
export interface BuilderChoiceFlags extends RegistryFlags {
  readonly builder?: string;
  readonly filename?: readonly string[];
  readonly recursive?: true;
  readonly platform?: Platform;
}

type NamedBuilder = Pick<BuilderReference, 'image' | 'status'>;

/** Returns the builder of the Task, or `undefined` if neither an option nor a file names a builder. */
export async function chooseBuilder(
  flags: BuilderChoiceFlags,
  maximum: PlatformApi | undefined,
  terminal: Terminal,
): Promise<TaskBuilder | undefined> {
  const objects = await objectsOf(flags, terminal);
  if (flags.builder === undefined && flags.filename === undefined) return undefined;
  const named = flags.builder === undefined ? ofBuilder(objects) : { image: flags.builder };
  const { inputIndex } = indexObjects(objects, architectureIn(flags.platform));
  checkPlatform(inputIndex.facts(named.image), flags.platform);
  const references = referencedObjects(inputIndex, CONTROLLER_NAMESPACE);
  const facts = references.imageFacts(named.image) ?? (await ask(named.image, objects, flags, terminal));
  const locationOfFacts = references.locationOfFacts(named.image);
  const reading = taskBuilder({ ...named, ...(locationOfFacts !== undefined && { locationOfFacts }) }, facts, {
    maximum,
  });
  if (reading.kind === 'problems') throw failure(reading.problems);
  reportProblems(reading.warnings, terminal.errors);
  return reading.builder;
}

async function objectsOf(
  { filename, recursive }: BuilderChoiceFlags,
  terminal: Terminal,
): Promise<readonly ApiObject[]> {
  if (filename === undefined) return [];
  const read = await readDocuments(filename, recursive ?? false, terminal.input);
  const parsed = readObjects(read.documents);
  const problems: readonly Problem[] = [...read.problems, ...parsed.problems, ...indexObjects(parsed.objects).problems];
  reportOrFail(problems, terminal.errors);
  return parsed.objects;
}

/** Returns the only builder of the input, with the image of its status. */
function ofBuilder(objects: readonly ApiObject[]): NamedBuilder {
  const { builders, problems } = findBuilders(objects, undefined);
  const [builder, ...others] = builders;
  if (builder === undefined) throw noBuilder(objects) ?? new CommandFailure(problems, 1);
  if (others.length > 0) {
    throw failureAt(builder, [], `a Task has one builder, but the input has ${builders.map(formatBuilder).join(', ')}`);
  }
  const { status } = builder.value;
  if (status?.latestImage === undefined) {
    throw failureAt(
      builder,
      ['status', 'latestImage'],
      `${formatBuilder(builder)} has no status.latestImage. Use the object from the cluster, which has a status`,
    );
  }
  return { image: status.latestImage, status };
}

/** ImageFacts hold what a registry knows of a builder, but do not choose it. Returns `undefined` without ImageFacts. */
function noBuilder(objects: readonly ApiObject[]): CommandFailure | undefined {
  const images = objects.flatMap((object) => (object.kind === 'ImageFacts' ? [object.value.image] : []));
  const [image] = images;
  if (image === undefined) return undefined;
  const choice = images.length === 1 ? `--builder ${image}` : `--builder and one of ${images.join(', ')}`;
  return failure(`the input has ImageFacts, but no Builder and no ClusterBuilder. Add ${choice}`);
}

/** Refuses facts of the input that are of another platform than the Task's. */
function checkPlatform(facts: ApiObject | undefined, wanted: Platform | undefined): void {
  if (facts?.kind !== 'ImageFacts' || wanted === undefined) return;
  const { image, platform } = facts.value;
  if (platform === undefined || selectByPlatform([{ platform }], wanted) !== undefined) return;
  const name = platformName(wanted);
  const sentence = `the ImageFacts are of ${platformName(platform)}, but --platform is ${name}. Replace them with the output of: taskpack inspect --platform ${name} ${image}`;
  throw new CommandFailure([located(fieldError(['platform'], sentence), facts)], 1);
}

async function ask(
  image: string,
  objects: readonly ApiObject[],
  flags: BuilderChoiceFlags,
  terminal: Terminal,
): Promise<ImageFacts> {
  const answers = await withImageReader({ objects }, flags, terminal, async (reader) =>
    readFactsOfImages(reader, [image], flags.platform),
  );
  const [answer] = answers.values();
  if (answer === undefined) throw new Error(`no answer about ${image}`);
  if (answer.kind === 'problems') throw failure(messagesOf(answer, FACTS_HINT));
  return answer.facts;
}

/** Returns a failure at a field of the builder's file. */
function failureAt(builder: BuilderObject, path: FieldPath, sentence: string): CommandFailure {
  return new CommandFailure([located(fieldError(path, sentence), builder)], 1);
}
