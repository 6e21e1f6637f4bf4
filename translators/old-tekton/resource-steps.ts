import type { JsonObject } from '../../src/core/model/json.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../phases/security-context.ts';
import { mount, readOnlyMount, type VolumeMount } from '../phases/volumes.ts';
import { type Artifact, placeVariable } from './artifacts.ts';
import { parameterName } from './resource-parameters.ts';
import { slug } from './names.ts';
import { ARTIFACT_CREDENTIALS, BUCKET_CREDENTIALS, STEP_HOME } from './reserved-directories.ts';
import { STEP_ENVIRONMENT } from './step-environment.ts';
import type { Resource } from './task-resources.ts';
import type { OldTektonOptions } from './referenced-objects.ts';

/** The user of the steps image. The step sets it, because the Task's stepTemplate may set another user. */
const STEPS_IMAGE_USER = { runAsUser: 65_532, runAsGroup: 65_532 };

/** The options of all taskpack steps. */
export interface TaskpackStepOptions extends OldTektonOptions {
  /** The volume of the steps' HOME. */
  readonly homeVolume: string;
  /** The volume and the key of the artifacts' bucket, if it has a Secret. */
  readonly artifactKey?: { readonly volume: string; readonly key: string };
}

/** A taskpack step for a resource, and the results that the step writes. */
export interface TaskpackStep {
  readonly step: JsonObject;
  readonly results: readonly JsonObject[];
}

/**
 * Returns the step that fetches a git resource with the credentials of the ServiceAccount, as Tekton's step did. Without a URL, the
 * step copies the files of an earlier task.
 */
export function fetchStep(artifact: Artifact, name: string, options: TaskpackStepOptions): TaskpackStep {
  const { resource } = artifact;
  const parameter = (key: string): string => `$(params.${parameterName(resource.name, key)})`;
  const [commit, url] = [`${slug(resource.name)}-commit`, `${slug(resource.name)}-url`];
  const key = artifactKey(artifact, options);
  const args = [
    'fetch',
    `-directory=${resource.directory}`,
    `-url=${parameter('url')}`,
    `-revision=${parameter('revision')}`,
    `-depth=${parameter('depth')}`,
    `-ssl-verify=${parameter('sslVerify')}`,
    `-submodules=${parameter('submodules')}`,
    `-trust-unknown-ssh-hosts=${options.trustUnknownSshHosts}`,
    `-optional=${resource.isOptional}`,
    `-from=${placeVariable(artifact)}`,
    ...key.args,
    `-commit-file=$(results.${commit}.path)`,
    `-url-file=$(results.${url}.path)`,
  ];
  const results = [
    { name: commit, description: `The fetched commit of ${resource.name}` },
    { name: url, description: `The URL that ${resource.name} was fetched from` },
  ];
  return { step: taskpackStep(name, options, args, key.mounts), results };
}

/** Returns the step that downloads a storage resource. If an earlier task hands files on, the step copies these instead. */
export function downloadStep(
  artifact: Artifact,
  name: string,
  volume: string,
  options: TaskpackStepOptions,
): TaskpackStep {
  const { resource } = artifact;
  const key = artifactKey(artifact, options);
  const args = [
    'download',
    ...storageArguments(resource, resource.directory),
    `-optional=${resource.isOptional}`,
    `-from=${placeVariable(artifact)}`,
    ...key.args,
  ];
  const mounts = [readOnlyMount(volume, BUCKET_CREDENTIALS), ...key.mounts];
  return { step: taskpackStep(name, options, args, mounts), results: [] };
}

/** Returns the step that copies the files of an output for later tasks. */
export function copyStep(
  artifact: Artifact,
  name: string,
  directory: string,
  options: TaskpackStepOptions,
): TaskpackStep {
  const { args, mounts } = artifactKey(artifact, options);
  const all = ['copy', `-from=${directory}`, `-to=${placeVariable(artifact)}`, ...args];
  return { step: taskpackStep(name, options, all, mounts), results: [] };
}

/** Returns the step that uploads the files of a storage resource. */
export function uploadStep(
  resource: Resource,
  name: string,
  directory: string,
  volume: string,
  options: TaskpackStepOptions,
): TaskpackStep {
  const args = ['upload', ...storageArguments(resource, directory)];
  return { step: taskpackStep(name, options, args, [readOnlyMount(volume, BUCKET_CREDENTIALS)]), results: [] };
}

function storageArguments({ name }: Resource, directory: string): readonly string[] {
  const parameter = (key: string): string => `$(params.${parameterName(name, key)})`;
  return [
    `-directory=${directory}`,
    `-location=${parameter('location')}`,
    `-folder=${parameter('dir')}`,
    `-credentials=${BUCKET_CREDENTIALS}/${parameter('secretKey')}`,
  ];
}

interface KeyOfBucket {
  readonly args: readonly string[];
  readonly mounts: readonly VolumeMount[];
}

function artifactKey({ place }: Artifact, { artifactKey: own }: TaskpackStepOptions): KeyOfBucket {
  if (place === 'workspace' || own === undefined) return { args: [], mounts: [] };
  return {
    args: [`-artifact-credentials=${ARTIFACT_CREDENTIALS}/${own.key}`],
    mounts: [readOnlyMount(own.volume, ARTIFACT_CREDENTIALS)],
  };
}

/** Returns the step that reads the digest of an output image from the OCI layout that the Task's steps wrote. */
export function digestStep(
  resource: Resource,
  name: string,
  prefix: string,
  options: TaskpackStepOptions,
): TaskpackStep {
  const [digest, url] = [`${prefix}IMAGE_DIGEST`, `${prefix}IMAGE_URL`];
  const step = taskpackStep(name, options, [
    'digest',
    `-directory=${resource.directory}`,
    `-url=$(params.${parameterName(resource.name, 'url')})`,
    `-digest-file=$(results.${digest}.path)`,
    `-url-file=$(results.${url}.path)`,
  ]);
  const results = [
    { name: digest, description: `The digest of image ${resource.name}` },
    { name: url, description: `The URL that image ${resource.name} was pushed to` },
  ];
  return { step, results };
}

function taskpackStep(
  name: string,
  { images, homeVolume }: TaskpackStepOptions,
  args: readonly string[],
  mounts: readonly VolumeMount[] = [],
): JsonObject {
  return {
    name,
    image: images.steps,
    imagePullPolicy: 'IfNotPresent',
    command: ['/taskpack/bin/resource'],
    args,
    workingDir: '/workspace',
    env: STEP_ENVIRONMENT,
    volumeMounts: [mount(homeVolume, STEP_HOME), ...mounts],
    securityContext: { ...CONTAINER_SECURITY_CONTEXT, ...STEPS_IMAGE_USER },
  };
}
