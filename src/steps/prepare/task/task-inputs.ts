import type { ApplicationInputs, BuildInputs, EnvironmentInput, SourceOrigin } from '../../../model/build-inputs.ts';
import { parseTag, type ImageReference } from '../../../model/image-reference.ts';
import type { SourceLimits } from '../../../model/source-limits.ts';
import { DEFAULT_SETTINGS } from '../../../settings/defaults.ts';
import { readReference } from '../access/read-reference.ts';
import { PrepareError } from '../prepare-error.ts';
import type { TaskArguments } from './arguments.ts';

/** What the lifecycle is told of a run, with what holds where nothing was given. */
export interface TaskDefaults {
  readonly builder: string;
  readonly runImage: string;
  readonly sourceLimits: SourceLimits;
}

/** The document that a TaskRun's annotation would hold, of what a Task was given. Throws `InputsUnusable`. */
export function taskInputs(args: TaskArguments, { builder, runImage, sourceLimits }: TaskDefaults): BuildInputs {
  const { operation, cacheImage, previousImage, credentials } = args;
  for (const reference of [builder, runImage, ...[cacheImage, previousImage].filter((one) => one !== undefined)])
    readReference(reference);
  return {
    version: 1,
    tags: tagsOf(args),
    runImage,
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

function application(
  { source, subPath, projectDescriptor, variables, ...args }: TaskArguments,
  sourceLimits: SourceLimits,
): ApplicationInputs {
  if (source === undefined) throw new PrepareError('InputsUnusable', 'the workspace source is missing');
  const origin = originOf(args);
  return {
    source: { kind: 'directory', path: source, ...(origin !== undefined && { origin }) },
    sourceLimits,
    ...(subPath !== undefined && { subPath }),
    ...(projectDescriptor !== undefined && { projectDescriptorPath: projectDescriptor }),
    environment: variables.filter((entry) => entry !== '').map(variable),
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
  throw new PrepareError('InputsUnusable', `${given} is given without SOURCE_URL, the repository that it is of`);
}

/** All behind the first `=` is the value. */
function variable(entry: string): EnvironmentInput {
  const end = entry.indexOf('=');
  if (end > 0) return { name: entry.slice(0, end), value: entry.slice(end + 1) };
  // It may hold a secret.
  const shown = JSON.stringify(entry.slice(0, Math.min(entry.length, 20)));
  throw new PrepareError('VariableInvalid', `an entry of ENV_VARS is not NAME=value: it begins with ${shown}`);
}

/** The lifecycle writes to one registry (platform/resolve_inputs.go, `ValidateSameRegistry`), and would say so late. */
function tagsOf({ image, additionalTags }: TaskArguments): BuildInputs['tags'] {
  const { registry } = tag(image, 'APP_IMAGE');
  for (const one of additionalTags) {
    if (tag(one, 'TAGS').registry === registry) continue;
    const sentence = `TAGS: ${JSON.stringify(one)} is in another registry than APP_IMAGE, which is in ${registry}`;
    throw new PrepareError('InputsUnusable', `${sentence}: all tags must be in one`);
  }
  return [image, ...additionalTags];
}

function tag(text: string, parameter: string): ImageReference {
  const reference = parseTag(text);
  if (reference !== undefined) return reference;
  throw new PrepareError('InputsUnusable', `${parameter}: ${JSON.stringify(text)} is no tag of an image`);
}
