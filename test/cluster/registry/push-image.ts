import type { Image } from '../../../src/core/oci/image.ts';

/** The registry and the account. */
export interface PushTarget {
  /** The registry's URL, such as `http://127.0.0.1:5000`. */
  readonly url: string;
  readonly repository: string;
  /** The repository of the same registry that has the layers whose content is not in memory. */
  readonly from?: string;
  readonly authorization?: string;
}

/**
 * Pushes an image (OCI distribution specification, "Push"), unless the tag has the image. Returns its digest. The registry writes links
 * to blobs and manifests in two steps, so it fails a request for an image that another process pushes there again.
 */
export async function pushImage(image: Image, target: PushTarget, tag: string): Promise<string> {
  if ((await taggedDigest(target, tag, image.manifest.mediaType)) === image.manifest.digest)
    return image.manifest.digest;
  for (const { digest, content } of [...image.layers, image.config]) {
    if (content === undefined) await mountBlob(target, digest);
    else await pushBlob(target, digest, content);
  }
  const { mediaType, content, digest } = image.manifest;
  const place = `${target.url}/v2/${target.repository}/manifests/${tag}`;
  await send(target, place, { method: 'PUT', body: content, headers: { 'content-type': mediaType } });
  return digest;
}

async function taggedDigest(target: PushTarget, tag: string, mediaType: string): Promise<string | undefined> {
  const headers = { accept: mediaType, ...authorizationOf(target) };
  const { headers: answer } = await fetch(`${target.url}/v2/${target.repository}/manifests/${tag}`, {
    method: 'HEAD',
    headers,
  });
  return answer.get('docker-content-digest') ?? undefined;
}

/** Fails with 202 if the other repository lacks the blob (distribution specification, "Mounting a blob from another repository"). */
async function mountBlob(target: PushTarget, digest: string): Promise<void> {
  const { url, repository, from } = target;
  if (from === undefined) throw new Error(`no content of layer ${digest}`);
  const query = new URLSearchParams({ mount: digest, from });
  const { status } = await send(target, `${url}/v2/${repository}/blobs/uploads/?${query.toString()}`, {
    method: 'POST',
  });
  if (status !== 201) throw new Error(`${from} has no layer ${digest}`);
}

async function pushBlob(target: PushTarget, digest: string, content: Uint8Array): Promise<void> {
  const { headers } = await send(target, `${target.url}/v2/${target.repository}/blobs/uploads/`, { method: 'POST' });
  const place = new URL(headers.get('location') ?? '', target.url);
  place.searchParams.set('digest', digest);
  await send(target, place, {
    method: 'PUT',
    body: content,
    headers: { 'content-type': 'application/octet-stream' },
  });
}

interface Request {
  readonly method: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(target: PushTarget, place: string | URL, request: Request): Promise<Response> {
  const headers = { ...request.headers, ...authorizationOf(target) };
  const response = await fetch(place, { ...request, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${String(place)}: ${response.status} ${text}`);
  return response;
}

function authorizationOf({ authorization }: PushTarget): Readonly<Record<string, string>> {
  return authorization === undefined ? {} : { authorization };
}
