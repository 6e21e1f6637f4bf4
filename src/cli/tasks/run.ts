import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { companionTasks } from '../../../translators/tekton/task/published-tasks.ts';
import { makeTask } from '../../../translators/tekton/task/task.ts';
import { parseImageReference, pinnedTo } from '../../core/model/image-reference.ts';
import type { Manifest } from '../../core/model/kubernetes-object.ts';
import { fieldWarning, type Problem } from '../../core/model/problem.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { VERSION } from '../../core/settings/version.ts';
import { makeBundle, pushBundle } from '../../clients/tekton-bundle/tekton-bundle.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';
import { unreleasedImages, warnOfUnreleased } from '../default-images.ts';
import { jsonTexts, yamlTexts } from '../output.ts';
import { failure, reportProblems, systemFailure } from '../problems.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { chooseBuilder, type BuilderChoiceFlags } from './choose-builder.ts';
import type { Settings } from '../../core/settings/settings.ts';

/** The parsed options of `taskpack tasks`. */
export interface TasksFlags extends BuilderChoiceFlags {
  readonly name: string;
  readonly stepsImage?: string;
  readonly rootStep?: true;
  /** Also the Tasks that fetch a source and rebase an image. */
  readonly all?: true;
  /** The tag to which the Task is pushed as a Tekton Bundle. */
  readonly bundle?: string;
  /** `yaml`, `json`, or a directory. */
  readonly output: string;
}

/** Runs `taskpack tasks`. */
export async function runTasks(flags: TasksFlags, terminal: Terminal): Promise<void> {
  const settings = settingsOf(terminal);
  const { maximumPlatformApi, images: defaults } = settings;
  reportProblems(lifecycleWarnings(settings), terminal.errors);
  const builder = await chooseBuilder(flags, maximumPlatformApi, terminal);
  const common = { version: VERSION, stepsImage: flags.stepsImage ?? defaults.steps };
  const task = makeTask({
    kind: 'build',
    name: flags.name,
    ...common,
    ...(builder !== undefined && { builder }),
    ...(flags.rootStep === true && { hasRootStep: true }),
  });
  const images = unreleasedImages(flags, terminal.environment).filter(({ option }) => option === '--steps-image');
  warnOfUnreleased(images, terminal.errors);
  const companions = flags.all === true ? companionTasks(common) : [];
  if (companions.some(({ metadata }) => metadata.name === flags.name))
    throw failure(`--name: with --all, there is another Task ${flags.name}. Choose another name`);
  const tasks = [task, ...companions];
  if (flags.bundle !== undefined) return bundleTasks(tasks, flags.bundle, flags, terminal);
  await writeTasks(tasks, flags.output, terminal.output);
}

/** Prints Tasks, or writes each to `NAME/NAME.yaml` in a directory, the layout of Tekton catalogs. */
async function writeTasks(tasks: readonly Manifest[], where: string, output: Writable): Promise<void> {
  if (where === 'yaml') return void (await writeTexts(output, yamlTexts(tasks)));
  if (where === 'json') return void (await writeTexts(output, jsonTexts(tasks)));
  for (const task of tasks) await writeTask(task, where, output);
}

async function writeTask(task: Manifest, where: string, output: Writable): Promise<void> {
  const { name } = task.metadata;
  const file = path.join(where, name, `${name}.yaml`);
  const fail = systemFailure(file);
  await mkdir(path.dirname(file), { recursive: true }).catch(fail);
  await writeFile(file, formatYaml(task)).catch(fail);
  await writeTexts(output, [`${file}\n`]);
}

/** Pushes Tasks as a Tekton Bundle, and prints the reference for Tekton's bundle resolver. */
async function bundleTasks(
  tasks: readonly Manifest[],
  to: string,
  flags: TasksFlags,
  terminal: Terminal,
): Promise<void> {
  const bundle = makeBundle(tasks);
  const reference = parseImageReference(to);
  if (bundle.kind === 'problems') throw failure(bundle.messages);
  if (reference?.digest !== undefined || reference === undefined)
    throw failure(`--bundle: ${to} has a digest. Name a tag to push to`);
  const digest = await withRegistry(flags, terminal, async (client) =>
    pushBundle(client, reference, bundle.image).catch((error: unknown) => {
      throw error instanceof RegistryError ? failure(error.message) : error;
    }),
  );
  await writeTexts(terminal.output, [`${pinnedTo(to, digest)}\n`]);
}

/**
 * Returns a warning if a setting is set that protects credentials from builders. Tasks ignore these settings: each run names
 * its builder, and Tekton reads the images of the steps before the builder's lifecycle version is known.
 */
function lifecycleWarnings({
  lifecycleImages,
  requireTrustedLifecycle,
}: Pick<Settings, 'lifecycleImages' | 'requireTrustedLifecycle'>): readonly Problem[] {
  const names = [
    ...(Object.keys(lifecycleImages).length > 0 ? ['LIFECYCLE_IMAGES'] : []),
    ...(requireTrustedLifecycle ? ['REQUIRE_TRUSTED_LIFECYCLE'] : []),
  ];
  if (names.length === 0) return [];
  const effect = names.length > 1 ? 'have no effect on Tasks' : 'has no effect on Tasks';
  const message =
    `${names.join(' and ')} ${effect}: the builder's lifecycle gets the registry credentials of each run. ` +
    'Let only trusted users name the builder, or use Builds instead of Tasks';
  return [fieldWarning([], message)];
}
