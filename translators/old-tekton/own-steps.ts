import type { JsonObject } from '../../src/model/json.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../phases/security-context.ts';
import { mount } from '../phases/volume.ts';
import { parameterName } from './resource-keys.ts';
import { slug } from './slug.ts';
import type { Resource } from './resources.ts';
import type { OldTektonOptions } from './world.ts';

/** The user of the steps image, written out because the template of the Task's steps may name another. */
const OWN_USER = { runAsUser: 65_532, runAsGroup: 65_532 };

/** What all such steps have in common. */
export interface OwnStepOptions extends OldTektonOptions {
  /** The volume of their HOME. */
  readonly homeVolume: string;
}

/** A step for a resource, and the results that it writes. */
export interface OwnStep {
  readonly step: JsonObject;
  readonly results: readonly JsonObject[];
}

/** The step that fetches a git resource, as Tekton's own once did; its credentials are those of the ServiceAccount. */
export function fetchStep(resource: Resource, name: string, options: OwnStepOptions): OwnStep {
  const parameter = (key: string): string => `$(params.${parameterName(resource.name, key)})`;
  const [commit, url] = [`${slug(resource.name)}-commit`, `${slug(resource.name)}-url`];
  const step = ownStep(name, options, [
    'fetch',
    `-directory=${resource.directory}`,
    `-url=${parameter('url')}`,
    `-revision=${parameter('revision')}`,
    `-depth=${parameter('depth')}`,
    `-ssl-verify=${parameter('sslVerify')}`,
    `-submodules=${parameter('submodules')}`,
    `-trust-unknown-ssh-hosts=${options.trustUnknownSshHosts}`,
    `-optional=${resource.isOptional}`,
    `-commit-file=$(results.${commit}.path)`,
    `-url-file=$(results.${url}.path)`,
  ]);
  const results = [
    { name: commit, description: `The commit of ${resource.name} that was fetched` },
    { name: url, description: `Where ${resource.name} was fetched from` },
  ];
  return { step, results };
}

/** The step that reads the digest of an output image from the layout that the Task's steps have left. */
export function digestStep(resource: Resource, name: string, prefix: string, options: OwnStepOptions): OwnStep {
  const [digest, url] = [`${prefix}IMAGE_DIGEST`, `${prefix}IMAGE_URL`];
  const step = ownStep(name, options, [
    'digest',
    `-directory=${resource.directory}`,
    `-url=$(params.${parameterName(resource.name, 'url')})`,
    `-digest-file=$(results.${digest}.path)`,
    `-url-file=$(results.${url}.path)`,
  ]);
  const results = [
    { name: digest, description: `The digest of image ${resource.name}` },
    { name: url, description: `Where image ${resource.name} was pushed to` },
  ];
  return { step, results };
}

/** A HOME that the Task's steps do not share: Tekton puts credentials there, which belong to the step's user. */
const HOME = '/var/resource-home';

function ownStep(name: string, { stepsImage, homeVolume }: OwnStepOptions, args: readonly string[]): JsonObject {
  return {
    name,
    image: stepsImage,
    imagePullPolicy: 'IfNotPresent',
    command: ['/taskpack/bin/resource'],
    args,
    workingDir: '/workspace',
    env: [{ name: 'HOME', value: HOME }],
    volumeMounts: [mount(homeVolume, HOME)],
    securityContext: { ...CONTAINER_SECURITY_CONTEXT, ...OWN_USER },
  };
}
