import type { FakeAnswer, FakeRequest } from '../../registry/client-fake-registry.ts';
import type { Images } from './some-images.ts';

/** Returns the responses of a registry with these images, each under all its tags and its digest. */
export function servedImages(images: Images, { method, path }: FakeRequest): FakeAnswer | undefined {
  const [, repository = '', kind, name = ''] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(path) ?? [];
  const image = images[repository];
  if (image === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const { manifest, config, layers } = image;
  if (kind === 'blobs') {
    const blob = [...layers, config].find(({ digest }) => digest === name);
    return blob?.content === undefined ? undefined : { body: blob.content };
  }
  if (name.startsWith('sha256:') && name !== manifest.digest) return undefined;
  const headers = { 'content-type': manifest.mediaType, 'docker-content-digest': manifest.digest };
  return { headers, body: manifest.content };
}
