import { readObjects, type ApiObject } from '../../api/read-objects.ts';
import type { ImageFacts } from '../../api/taskpack/image-facts.ts';
import { fieldError, hasErrors, type Problem } from '../../model/problem.ts';
import type { TaskBuilder } from '../../model/task-builder.ts';
import type { Named } from '../../resolver/builder-image.ts';
import { taskBuilder } from '../../resolver/task-builder.ts';
import { fileWorld } from '../../translate/file-world.ts';
import { takeInventory } from '../../translate/inventory.ts';
import { findBuilders } from '../builder/find-builders.ts';
import { formatBuilder } from '../builder/builder-object.ts';
import { CommandFailure } from '../command-failure.ts';
import { reportProblems } from '../report.ts';
import { inspectImages } from '../registry/inspect-images.ts';
import { withRegistry } from '../registry/with-registry.ts';
import type { Terminal } from '../terminal.ts';
import { readDocuments } from '../translate/input/read-documents.ts';
import type { TasksFlags } from './flags.ts';

type NamedBuilder = Pick<Named, 'image' | 'status'>;

/** The builder that the Task is made for; none where none is named. */
export async function chooseBuilder(
  flags: TasksFlags,
  maximum: string,
  terminal: Terminal,
): Promise<TaskBuilder | undefined> {
  const objects = await objectsOf(flags, terminal);
  if (flags.builder === undefined && flags.filename === undefined) return undefined;
  const named = flags.builder === undefined ? ofBuilder(objects) : { image: flags.builder };
  const { inventory } = takeInventory(objects);
  const facts = fileWorld(inventory).imageFacts(named.image) ?? (await ask(named.image, flags, terminal));
  const reading = taskBuilder(named, facts, { maximum });
  if (reading.kind === 'problems') throw failure(...reading.problems);
  reportProblems(reading.warnings, terminal.errors);
  return reading.builder;
}

async function objectsOf({ filename, recursive }: TasksFlags, terminal: Terminal): Promise<readonly ApiObject[]> {
  if (filename === undefined) return [];
  const read = await readDocuments(filename, recursive ?? false, terminal.input);
  const parsed = readObjects(read.documents);
  const problems: readonly Problem[] = [
    ...read.problems,
    ...parsed.problems,
    ...takeInventory(parsed.objects).problems,
  ];
  if (hasErrors(problems)) throw new CommandFailure(problems, 1);
  reportProblems(problems, terminal.errors);
  return parsed.objects;
}

/** The one builder of the input, as its status says. */
function ofBuilder(objects: readonly ApiObject[]): NamedBuilder {
  const { builders, problems } = findBuilders(objects, undefined);
  const [builder, ...others] = builders;
  if (builder === undefined) throw new CommandFailure(problems, 1);
  if (others.length > 0) {
    throw failure(`a Task is made for one builder, and there are ${builders.map(formatBuilder).join(', ')}`);
  }
  const { status } = builder.value;
  if (status?.latestImage === undefined) {
    throw failure(`${formatBuilder(builder)} has no latestImage: give it as it is on the cluster, with its status`);
  }
  return { image: status.latestImage, status };
}

async function ask(image: string, flags: TasksFlags, terminal: Terminal): Promise<ImageFacts> {
  const { facts, problems } = await withRegistry(flags, terminal, async (client) =>
    inspectImages(client, [image], flags.platform),
  );
  const [found] = facts;
  if (found === undefined) throw new CommandFailure(problems, 1);
  return found;
}

function failure(...sentences: readonly string[]): CommandFailure {
  return new CommandFailure(
    sentences.map((sentence) => fieldError([], sentence)),
    1,
  );
}
