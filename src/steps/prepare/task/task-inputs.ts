import type {
  ApplicationInputs,
  BuildInputs,
  EnvironmentInput,
  SourceOrigin,
} from '../../../core/model/build-inputs.ts';
import { cacheTagFault, type ImagesOfBuild } from '../../../core/model/cache-tag.ts';
import { previousImageElsewhere } from '../../../core/model/previous-image.ts';
import { parseTag, type ImageReference } from '../../../core/model/image-reference.ts';
import type { SourceLimits } from '../../../core/model/build-source.ts';
import { DEFAULT_SETTINGS } from '../../../core/settings/settings.ts';
import { readReference } from '../registry/access.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { TaskArguments } from './task-arguments.ts';

/** Values that do not come directly from the arguments. */
interface TaskDefaults {
  readonly builder: string;
  readonly runImage: string;
  readonly sourceLimits: SourceLimits;
}

/** Returns the inputs document for a Task's arguments, as the annotation of a TaskRun holds it. Throws `InputsUnusable`. */
export function taskInputs(args: TaskArguments, { builder, runImage, sourceLimits }: TaskDefaults): BuildInputs {
  const { operation, cacheImage, previousImage, credentials } = args;
  for (const reference of [builder, runImage, ...[cacheImage, previousImage].filter((one) => one !== undefined)])
    readReference(reference);
  const tags = tagsOf(args);
  if (cacheImage !== undefined) checkCacheImage(cacheImage, { tags, builder: args.builder, runImage });
  return {
    version: 1,
    tags,
    runImage,
    ...previousImageElsewhere(tags, previousImage),
    builder: { image: builder },
    ...(operation === 'build' && { application: application(args, sourceLimits) }),
    credentials: {
      source: [],
      registry: credentials.map((path) => ({ kind: 'dockerconfigjson', path })),
      imagePull: [],
      trustUnknownSshHosts: DEFAULT_SETTINGS.trustUnknownSshHosts,
    },
    completion: { ...(cacheImage !== undefined && { cacheTag: cacheImage }), signing: [], signatureAnnotations: [] },
  };
}

function checkCacheImage(cacheImage: string, images: ImagesOfBuild): void {
  const fault = cacheTagFault(cacheImage, images);
  if (fault === undefined) return;
  throw new PrepareError('InputsUnusable', `CACHE_IMAGE: ${JSON.stringify(cacheImage)} ${fault}`);
}

function application(
  { source, subPath, projectDescriptor, variables, bindings, ...args }: TaskArguments,
  sourceLimits: SourceLimits,
): ApplicationInputs {
  if (source === undefined)
    throw new PrepareError('InputsUnusable', 'the workspace source is missing: bind it in the run');
  const origin = originOf(args);
  return {
    source: { kind: 'directory', path: source, ...(origin !== undefined && { origin }) },
    sourceLimits,
    ...(subPath !== undefined && { subPath }),
    ...(projectDescriptor !== undefined && { projectDescriptorPath: projectDescriptor }),
    environment: variables.filter((entry) => entry !== '').map(variable),
    // The workspace is mounted over the whole directory of bindings.
    ...(bindings !== undefined && { bindingDirectories: [''] }),
  };
}

function originOf({
  sourceUrl,
  sourceRevision,
  sourceCommit = '',
}: Pick<TaskArguments, 'sourceUrl' | 'sourceRevision' | 'sourceCommit'>): SourceOrigin | undefined {
  if (sourceUrl !== undefined) {
    return { url: sourceUrl, revision: sourceRevision ?? sourceCommit, commit: sourceCommit };
  }
  if (sourceRevision === undefined && sourceCommit === '') return undefined;
  const given = sourceRevision === undefined ? 'SOURCE_COMMIT' : 'SOURCE_REVISION';
  throw new PrepareError('InputsUnusable', `${given} needs SOURCE_URL: set it to the URL of the repository`);
}

/** The value begins after the first `=`. */
function variable(entry: string): EnvironmentInput {
  const end = entry.indexOf('=');
  if (end > 0) return { name: entry.slice(0, end), value: entry.slice(end + 1) };
  // The entry can contain a secret, so the message shows only its beginning.
  const shown = JSON.stringify(entry.slice(0, Math.min(entry.length, 20)));
  throw new PrepareError(
    'VariableInvalid',
    `an entry of ENV_VARS is not NAME=value: correct the entry that begins with ${shown}`,
  );
}

/** Checks early what the lifecycle requires of tags (platform/resolve_inputs.go, `ValidateSameRegistry`). */
function tagsOf({ image, additionalTags }: TaskArguments): BuildInputs['tags'] {
  const { registry } = tag(image, 'APP_IMAGE');
  for (const one of additionalTags) {
    if (tag(one, 'TAGS').registry === registry) continue;
    const problem = `TAGS: ${JSON.stringify(one)} must be in ${registry}, the registry of APP_IMAGE`;
    throw new PrepareError('InputsUnusable', `${problem}: the lifecycle pushes to one registry only`);
  }
  return [image, ...additionalTags];
}

function tag(text: string, parameter: string): ImageReference {
  const reference = parseTag(text);
  if (reference !== undefined) return reference;
  throw new PrepareError('InputsUnusable', `${parameter}: ${JSON.stringify(text)} is not a valid image tag`);
}
