import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../src/core/model/json.ts';
import { emptyDirVolume, mount, type Volume, type VolumeMount } from '../phases/volumes.ts';
import { freeName } from './names.ts';
import type { Resource } from './task-resources.ts';

/** The defaults that early Tekton gave to every step. */
export interface StepDefaults {
  readonly template: JsonObject;
  readonly volumes: readonly Volume[];
}

/** The parts of a Task that the defaults depend on. */
export interface DefaultsInput {
  readonly version: string;
  readonly resources: readonly Resource[];
  /** Directories of outputs that steps write to without creating them. */
  readonly outputDirectories: readonly string[];
  /** The names of existing volumes. */
  readonly takenVolumes: Set<string>;
  readonly isMentioned: (directory: string) => boolean;
}

const HOME = '/builder/home';

/** Without this setting, git refuses to work in a repository that the user of the fetch step owns. */
const SAFE_DIRECTORIES = [
  { name: 'GIT_CONFIG_COUNT', value: '1' },
  { name: 'GIT_CONFIG_KEY_0', value: 'safe.directory' },
  { name: 'GIT_CONFIG_VALUE_0', value: '*' },
];

/** Returns the stepTemplate with the defaults of early Tekton, and the volumes that it mounts. */
export function stepDefaults(written: JsonObject, input: DefaultsInput): StepDefaults {
  const mounts = mountsOf(input);
  const variables = variablesOf(written, input);
  const { env = [], volumeMounts = [], ...rest } = written;
  const isEarly = input.version === 'v1alpha1';
  return {
    template: {
      // The default of v1alpha1 until Tekton 0.24. Since then, the image's working directory applies.
      ...(isEarly && { workingDir: '/workspace' }),
      ...rest,
      ...nonEmpty('env', [...variables, ...items(env)]),
      ...nonEmpty('volumeMounts', [...mounts, ...items(volumeMounts)]),
    },
    volumes: [...new Set(mounts.map(({ name }) => name))].map(emptyDirVolume),
  };
}

function mountsOf({ version, outputDirectories, takenVolumes, isMentioned }: DefaultsInput): readonly VolumeMount[] {
  const home = freeName('builder-home', takenVolumes);
  const hasHome = version === 'v1alpha1' || isMentioned(HOME);
  const outside = outputDirectories.filter((directory) => !/^\/(?:builder|tekton)\/home\//.test(directory));
  return [
    ...(hasHome ? [mount(home, HOME)] : []),
    // Tekton 0.9 moved HOME and kept the old path as the same directory.
    ...(hasHome && isMentioned('/tekton/home') ? [mount(home, '/tekton/home')] : []),
    ...outside.map((directory) => mount(freeName('output', takenVolumes), directory)),
  ];
}

function variablesOf(
  { env = [] }: JsonObject,
  { version, resources, isMentioned }: DefaultsInput,
): readonly JsonObject[] {
  const isFetched = resources.some(({ type, direction }) => type === 'git' && direction === 'inputs');
  const hasHome = version === 'v1alpha1' || isMentioned(HOME);
  const own = [...(hasHome ? [{ name: 'HOME', value: HOME }] : []), ...(isFetched ? SAFE_DIRECTORIES : [])];
  const names = new Set(items(env).map((variable) => (isJsonObject(variable) ? variable['name'] : undefined)));
  return own.filter(({ name }) => !names.has(name));
}

function items(list: Json): readonly Json[] {
  return isJsonList(list) ? list : [];
}

function nonEmpty(field: string, list: readonly Json[]): JsonObject {
  return list.length === 0 ? {} : { [field]: list };
}
