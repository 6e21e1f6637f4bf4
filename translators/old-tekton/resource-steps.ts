import type { JsonObject } from '../../src/model/json.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../phases/security-context.ts';
import { mount } from '../phases/volumes.ts';
import { parameterName } from './resource-parameters.ts';
import { slug } from './names.ts';
import type { Resource } from './task-resources.ts';
import type { OldTektonOptions } from './referenced-objects.ts';

/** The user of the steps image. The step sets it, because the Task's stepTemplate may set another user. */
const STEPS_IMAGE_USER = { runAsUser: 65_532, runAsGroup: 65_532 };

/** The options of all taskpack steps. */
export interface TaskpackStepOptions extends OldTektonOptions {
  /** The volume of the steps' HOME. */
  readonly homeVolume: string;
}

/** A taskpack step for a resource, and the results that the step writes. */
export interface TaskpackStep {
  readonly step: JsonObject;
  readonly results: readonly JsonObject[];
}

/**
 * Returns the step that fetches a git resource with the credentials of the ServiceAccount, as Tekton's step did. Without a URL, the
 * step copies the files of an earlier task from `workspace`.
 */
export function fetchStep(
  resource: Resource,
  name: string,
  workspace: string,
  options: TaskpackStepOptions,
): TaskpackStep {
  const parameter = (key: string): string => `$(params.${parameterName(resource.name, key)})`;
  const [commit, url] = [`${slug(resource.name)}-commit`, `${slug(resource.name)}-url`];
  const step = taskpackStep(name, options, [
    'fetch',
    `-directory=${resource.directory}`,
    `-url=${parameter('url')}`,
    `-revision=${parameter('revision')}`,
    `-depth=${parameter('depth')}`,
    `-ssl-verify=${parameter('sslVerify')}`,
    `-submodules=${parameter('submodules')}`,
    `-trust-unknown-ssh-hosts=${options.trustUnknownSshHosts}`,
    `-optional=${resource.isOptional}`,
    `-from=$(workspaces.${workspace}.path)`,
    `-commit-file=$(results.${commit}.path)`,
    `-url-file=$(results.${url}.path)`,
  ]);
  const results = [
    { name: commit, description: `The fetched commit of ${resource.name}` },
    { name: url, description: `The URL that ${resource.name} was fetched from` },
  ];
  return { step, results };
}

/** Returns the step that copies the files of an output to `workspace`, for later tasks. */
export function copyStep(
  directory: string,
  name: string,
  workspace: string,
  options: TaskpackStepOptions,
): TaskpackStep {
  const step = taskpackStep(name, options, ['copy', `-from=${directory}`, `-to=$(workspaces.${workspace}.path)`]);
  return { step, results: [] };
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

/** Tekton writes credentials into HOME, owned by the step's user. The Task's steps have another HOME for that reason. */
const HOME = '/var/resource-home';

function taskpackStep(
  name: string,
  { stepsImage, homeVolume }: TaskpackStepOptions,
  args: readonly string[],
): JsonObject {
  return {
    name,
    image: stepsImage,
    imagePullPolicy: 'IfNotPresent',
    command: ['/taskpack/bin/resource'],
    args,
    workingDir: '/workspace',
    env: [{ name: 'HOME', value: HOME }],
    volumeMounts: [mount(homeVolume, HOME)],
    securityContext: { ...CONTAINER_SECURITY_CONTEXT, ...STEPS_IMAGE_USER },
  };
}
