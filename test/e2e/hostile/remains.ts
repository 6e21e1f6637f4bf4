import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { errorCode } from '../../../src/core/model/error-code.ts';
import { objectsAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { containersWithIdentity } from '../../cluster/identity-webhooks/containers-with-identity.ts';
import { ACCOUNT, basicAuthorization } from '../../cluster/registry/account.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { createWorkload } from '../layouts/build-run.ts';
import { ended, podEnded, type PodStatus } from '../running-pod.ts';
import { FORGED_PROJECT, forgedLabel } from './hostile-application.ts';
import { FOREIGN_CONTENT, NAMESPACE, type HostileBed } from './hostile-bed.ts';
import type { HostileWorkload } from './hostile-build.ts';
import type { CachePlace } from './hostile-objects.ts';
import {
  CHANGES,
  FAILED,
  FORGED_RESULT,
  HELPER_RAN,
  LINK_TARGET,
  REDIRECTED,
  STILL_RUNNING,
} from './hostile-buildpack.ts';
import { foundIn, hasToken } from './identity-search.ts';

/** The output of a Build that its author, or a user who can pull its image, can read. */
export interface Remains {
  /** The layers of the application and of the cache, uncompressed. */
  readonly layers: readonly Buffer[];
  /** The configurations of both images, with their labels. */
  readonly configurations: string;
  readonly logs: string;
  readonly statuses: string;
  /** The phases that a webhook has given the cloud identity of the account. */
  readonly identified: readonly string[];
}

const WORDS = [ACCOUNT.password, Buffer.from(`${ACCOUNT.username}:${ACCOUNT.password}`).toString('base64')];

/** The signs that an attack has succeeded, by name. */
const SUCCESSES = {
  'the login is in a layer': ({ layers }) => layers.some((layer) => WORDS.some((word) => layer.includes(word))),
  'the login is in a configuration': ({ configurations }) => WORDS.some((word) => configurations.includes(word)),
  'the login is in a log': ({ logs }) => WORDS.some((word) => logs.includes(word)),
  'the login is in a status': ({ statuses }) => WORDS.some((word) => statuses.includes(word)),
  "another team's layer is in the image": ({ layers }) => layers.some((layer) => layer.includes(FOREIGN_CONTENT)),
  'the project metadata is forged': ({ configurations }) => configurations.includes(FORGED_PROJECT),
  'the label of the project is forged': ({ configurations }) => configurations.includes(forgedLabel('project-label')),
  'the label of the lifecycle is forged': ({ configurations }) =>
    configurations.includes(forgedLabel('lifecycle-label')),
  'the label of the build is forged': ({ configurations }) => configurations.includes(forgedLabel('build-label')),
  'a phase with the login ran a credential helper': ({ logs }) => logs.includes(HELPER_RAN),
  'a buildpack can change the program that keeps the order': ({ logs }) => logs.includes(CHANGES),
  'detect has a token of the account': (remains) => foundIn('detect', remains),
  'build has a token of the account': (remains) => foundIn('build', remains),
  'a token is in a layer': ({ layers }) => layers.some((layer) => hasToken(layer.toString('latin1'))),
  'a token is in a configuration': ({ configurations }) => hasToken(configurations),
  'a token is in a log': ({ logs }) => hasToken(logs),
  'a token is in a status': ({ statuses }) => hasToken(statuses),
  'links of a buildpack are in the image as links': ({ layers }) => layers.some((layer) => layer.includes(LINK_TARGET)),
  'a status has a forged result': ({ statuses }) => statuses.includes(FORGED_RESULT),
  'export ran after a build that failed': ({ layers }) => layers.some((layer) => layer.includes(FAILED)),
  'export ran after the registry was redirected': ({ layers }) => layers.some((layer) => layer.includes(REDIRECTED)),
  'export read files while a buildpack ran': ({ layers }) => layers.some((layer) => layer.includes(STILL_RUNNING)),
} as const satisfies Readonly<Record<string, (remains: Remains) => boolean>>;

export type SuccessName = keyof typeof SUCCESSES;

/** A container that has not started has no log. */
const LOG_FLAGS = ['--all-containers', '--prefix', '--ignore-errors', '--tail=-1'];

/** Runs a Build, waits until its Pod ends and returns its remains. */
export async function remainsOf(bed: HostileBed, workload: HostileWorkload): Promise<Remains> {
  const { client } = bed.cluster;
  const pod = await createWorkload(client, workload.objects);
  await ended<PodStatus>(client, pod, podEnded, { seconds: 540 });
  const run = workload.objects.at(-1);
  const logs = await kubectlOutput(bed.cluster, ['logs', '-n', NAMESPACE, pod.metadata.name, ...LOG_FLAGS]);
  // A Build that ends before the buildpacks run proves nothing.
  if (!workload.tried.some((output) => logs.includes(output)))
    throw new Error(`the buildpacks of ${workload.name} have not run:\n${logs}`);
  const ran = await client.get(pod);
  if (ran === undefined) throw new Error(`the Pod of ${workload.name} is gone`);
  const images = await Promise.all([pulled(workload.app), cached(workload.cache)]);
  return {
    layers: images.flatMap(({ layers }) => layers),
    configurations: images.map(({ configuration }) => configuration).join('\n'),
    logs,
    statuses: JSON.stringify([ran['status'], run && (await client.get(run))?.['status']]),
    identified: run?.kind === 'Pod' ? containersWithIdentity(ran) : stepsAmong(containersWithIdentity(ran)),
  };
}

/** Tekton's own containers run no phase. */
function stepsAmong(containers: readonly string[]): readonly string[] {
  return containers.flatMap((name) => (name.startsWith('step-') ? [name.replace('step-', '')] : []));
}

/** Returns the names of the attacks that have succeeded. */
export function successesOf(remains: Remains): readonly SuccessName[] {
  const names = Object.keys(SUCCESSES) as readonly SuccessName[];
  return names.filter((name) => SUCCESSES[name](remains));
}

interface PulledImage {
  readonly layers: readonly Buffer[];
  readonly configuration: string;
}

/** Returns the content of a cache. All files of a cache volume are uncompressed. */
async function cached(cache: CachePlace): Promise<PulledImage> {
  if (cache.kind === 'registry') return pulled(cache.tag);
  const files = readdirSync(cache.folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return { layers: files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name))), configuration: '' };
}

/** Returns an image's content, or nothing if the Build has pushed none. */
async function pulled(name: string): Promise<PulledImage> {
  const url = `http://${name.replace('/', '/v2/')}`;
  const manifest = await get(`${url}/manifests/latest`);
  if (manifest === undefined) return { layers: [], configuration: '' };
  const json = JSON.parse(manifest.toString()) as JsonObject & { readonly config: { readonly digest: string } };
  const blob = async (digest: unknown): Promise<Buffer> => {
    const content = await get(`${url}/blobs/${String(digest)}`);
    if (content === undefined) throw new Error(`${name} lacks ${String(digest)}`);
    return content;
  };
  const layers = await Promise.all(
    objectsAt(json, 'layers').map(async ({ digest }) => uncompressed(await blob(digest))),
  );
  return { layers, configuration: (await blob(json.config.digest)).toString() };
}

/** Only the test's own slow layers are larger. */
const MAX_LAYER_BYTES = 128 * 1024 ** 2;

/** The exporter pushes an empty cache as a layer without a byte. */
function uncompressed(content: Buffer): Buffer {
  if (content.length === 0) return content;
  try {
    return gunzipSync(content, { maxOutputLength: MAX_LAYER_BYTES });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return Buffer.alloc(0);
    throw error;
  }
}

async function get(url: string): Promise<Buffer | undefined> {
  const accept = [
    'application/vnd.docker.distribution.manifest.v2+json',
    'application/vnd.oci.image.manifest.v1+json',
    '*/*',
  ].join(', ');
  const response = await fetch(url, { headers: { authorization: basicAuthorization(), accept } });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
