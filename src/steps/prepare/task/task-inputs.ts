import type { ApplicationInputs, BuildInputs, EnvironmentInput, SourceOrigin } from '../../../model/build-inputs.ts';
import { parseTag } from '../../../model/image-reference.ts';
import { DEFAULT_SETTINGS } from '../../../settings/defaults.ts';
import { readReference } from '../access/read-reference.ts';
import { PrepareError } from '../prepare-error.ts';
import type { TaskArguments } from './arguments.ts';

/** What the lifecycle is told of a run, with what holds where nothing was given. */
export interface TaskDefaults {
  readonly builder: string;
  readonly runImage: string;
}

/** The document that a TaskRun's annotation would hold, of what a Task was given. Throws `InputsUnusable`. */
export function taskInputs(args: TaskArguments, { builder, runImage }: TaskDefaults): BuildInputs {
  const { operation, image, additionalTags, cacheImage, previousImage, credentials } = args;
  for (const reference of [builder, runImage, ...[cacheImage, previousImage].filter((one) => one !== undefined)])
    readReference(reference);
  return {
    version: 1,
    tags: [tag(image, 'APP_IMAGE'), ...additionalTags.map((one) => tag(one, 'TAGS'))],
    runImage,
    builder: { image: builder },
    ...(operation === 'build' && { application: application(args) }),
    credentials: {
      source: [],
      registry: credentials.map((path) => ({ kind: 'dockerconfigjson', path })),
      imagePull: [],
      trustUnknownSshHosts: DEFAULT_SETTINGS.trustUnknownSshHosts,
    },
    completion: { ...(cacheImage !== undefined && { cacheTag: cacheImage }), signing: [], signatureAnnotations: [] },
  };
}

function application({ source, subPath, projectDescriptor, variables, ...args }: TaskArguments): ApplicationInputs {
  if (source === undefined) throw new PrepareError('InputsUnusable', 'the workspace source is missing');
  const origin = originOf(args);
  return {
    source: { kind: 'directory', path: source, ...(origin !== undefined && { origin }) },
    sourceLimits: DEFAULT_SETTINGS.sourceLimits,
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
  return sourceUrl === undefined
    ? undefined
    : { url: sourceUrl, revision: sourceRevision ?? sourceCommit, commit: sourceCommit };
}

/** All behind the first `=` is the value. */
function variable(entry: string): EnvironmentInput {
  const end = entry.indexOf('=');
  if (end > 0) return { name: entry.slice(0, end), value: entry.slice(end + 1) };
  // It may hold a secret.
  const shown = JSON.stringify(entry.slice(0, Math.min(entry.length, 20)));
  throw new PrepareError('VariableInvalid', `an entry of ENV_VARS is not NAME=value: it begins with ${shown}`);
}

function tag(text: string, parameter: string): string {
  if (parseTag(text) !== undefined) return text;
  throw new PrepareError('InputsUnusable', `${parameter}: ${JSON.stringify(text)} is no tag of an image`);
}
