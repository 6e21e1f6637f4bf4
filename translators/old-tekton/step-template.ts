import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../src/model/json.ts';
import { emptyDirVolume, mount, type Volume, type VolumeMount } from '../phases/volume.ts';
import { freeName } from './free-name.ts';
import type { Resource } from './resources.ts';

/** What early Tekton gave to every step without being asked. */
export interface Surroundings {
  readonly template: JsonObject;
  readonly volumes: readonly Volume[];
}

/** What of the Task decides which they are. */
export interface Needs {
  readonly version: string;
  readonly resources: readonly Resource[];
  /** Directories of output images in which steps write without anybody having made them. */
  readonly imageDirectories: readonly string[];
  /** The names that volumes have already. */
  readonly takenVolumes: Set<string>;
  readonly isMentioned: (directory: string) => boolean;
}

const HOME = '/builder/home';

/** The git of a step would refuse to work in a repository that the fetching step's user owns. */
const SAFE_DIRECTORIES = [
  { name: 'GIT_CONFIG_COUNT', value: '1' },
  { name: 'GIT_CONFIG_KEY_0', value: 'safe.directory' },
  { name: 'GIT_CONFIG_VALUE_0', value: '*' },
];

/** The template of a Task's steps with what they could rely on, and the volumes for it. */
export function surroundings(written: JsonObject, needs: Needs): Surroundings {
  const mounts = mountsOf(needs);
  const variables = variablesOf(written, needs);
  const { env = [], volumeMounts = [], ...rest } = written;
  const isEarly = needs.version === 'v1alpha1';
  return {
    template: {
      // The default until Tekton 0.24; afterwards the image's own.
      ...(isEarly && { workingDir: '/workspace' }),
      ...rest,
      ...nonEmpty('env', [...variables, ...items(env)]),
      ...nonEmpty('volumeMounts', [...mounts, ...items(volumeMounts)]),
    },
    volumes: [...new Set(mounts.map(({ name }) => name))].map(emptyDirVolume),
  };
}

function mountsOf({ version, imageDirectories, takenVolumes, isMentioned }: Needs): readonly VolumeMount[] {
  const home = freeName('builder-home', takenVolumes);
  const hasHome = version === 'v1alpha1' || isMentioned(HOME);
  const outside = imageDirectories.filter((directory) => !/^\/(?:builder|tekton)\/home\//.test(directory));
  return [
    ...(hasHome ? [mount(home, HOME)] : []),
    // Tekton 0.9 moved it and kept the old place: both are one directory.
    ...(hasHome && isMentioned('/tekton/home') ? [mount(home, '/tekton/home')] : []),
    ...outside.map((directory) => mount(freeName('output-image', takenVolumes), directory)),
  ];
}

function variablesOf({ env = [] }: JsonObject, { version, resources, isMentioned }: Needs): readonly JsonObject[] {
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
