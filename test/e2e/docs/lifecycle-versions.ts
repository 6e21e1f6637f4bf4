import { createHash } from 'node:crypto';
import { lifecycleOfEnvironment } from '../../cluster/universe/lifecycle-version.ts';
import type { Registry } from '../../cluster/registry/registry.ts';

const VERSION = lifecycleOfEnvironment(process.env);
const OLDER = '0.19.7';
const MANIFESTS = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
] as const;
const INDEX = 'application/vnd.oci.image.index.v1+json';

/** Tags a repository's image as an index of one platform with the version of the lifecycle, as the CNB project publishes it. */
export async function tagLifecycleIndex(registry: Registry, repository: string): Promise<void> {
  const { digest, size, mediaType } = await manifestOf(registry, repository, 'latest');
  const manifests = [{ mediaType, digest, size, platform: { os: 'linux', architecture: 'amd64' } }];
  await putManifest(registry, `${repository}/manifests/${VERSION}`, INDEX, {
    schemaVersion: 2,
    mediaType: INDEX,
    manifests,
  });
}

/** Tags a builder whose labels name an older version of the lifecycle as `old`. */
export async function tagOlderBuilder(registry: Registry, repository: string): Promise<void> {
  const { mediaType, content } = await manifestOf(registry, repository, '1');
  const manifest = JSON.parse(content) as { readonly config: { readonly digest: string } };
  const blob = await send(`${registry.url}/v2/${repository}/blobs/${manifest.config.digest}`);
  const config = (await blob.text()).replaceAll(VERSION, OLDER);
  const digest = await pushBlob(registry, repository, config);
  const changed = { ...manifest, config: { ...manifest.config, digest, size: Buffer.byteLength(config) } };
  await putManifest(registry, `${repository}/manifests/old`, mediaType, changed);
}

interface Manifest {
  readonly content: string;
  readonly digest: string;
  readonly size: number;
  readonly mediaType: string;
}

async function manifestOf({ url }: Registry, repository: string, tag: string): Promise<Manifest> {
  const headers = { accept: MANIFESTS.join(', ') };
  const response = await send(`${url}/v2/${repository}/manifests/${tag}`, { headers });
  const content = await response.text();
  const mediaType = response.headers.get('content-type') ?? '';
  return { content, digest: digestOf(content), size: Buffer.byteLength(content), mediaType };
}

async function putManifest({ url }: Registry, place: string, mediaType: string, content: unknown): Promise<void> {
  const request = { method: 'PUT', body: JSON.stringify(content), headers: { 'content-type': mediaType } };
  await send(`${url}/v2/${place}`, request);
}

async function pushBlob({ url }: Registry, repository: string, content: string): Promise<string> {
  const digest = digestOf(content);
  const { headers } = await send(`${url}/v2/${repository}/blobs/uploads/`, { method: 'POST' });
  const place = new URL(headers.get('location') ?? '', url);
  place.searchParams.set('digest', digest);
  await send(place, { method: 'PUT', body: content, headers: { 'content-type': 'application/octet-stream' } });
  return digest;
}

async function send(place: string | URL, request: RequestInit = {}): Promise<Response> {
  const response = await fetch(place, request);
  if (!response.ok) throw new Error(`${request.method ?? 'GET'} ${String(place)}: ${response.status}`);
  return response;
}

function digestOf(content: string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}
