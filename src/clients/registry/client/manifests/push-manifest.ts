import { canonicalName, repositoryName, type ImageReference } from '../../../../core/model/image-reference.ts';
import { digestOf, isDigest } from '../../../../core/oci/digest.ts';
import { verifyDigest } from '../blobs/verify-content.ts';
import { bytesBody, type RegistryResponse } from '../transport/http-request.ts';
import { sendRequest, type Connection } from '../registry-request.ts';
import { pullManifest } from './pull-manifest.ts';
import { RegistryError } from '../registry-error.ts';

/** The bytes of a manifest or index. */
export interface ManifestUpload {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Uploads a manifest under the reference's tag, or else its digest, and returns its digest. The content that it refers
 * to must exist already. Rejects with `DIGEST_MISMATCH` if the reference or the registry has another digest.
 */
export async function pushManifest(
  connection: Connection,
  reference: ImageReference,
  upload: ManifestUpload,
): Promise<string> {
  return (await putManifest(connection, reference, upload)).digest;
}

/** The digest of an uploaded manifest, and the headers of the registry's response. */
interface UploadedManifest {
  readonly digest: string;
  readonly header: RegistryResponse['header'];
}

/** Does the same as `pushManifest`, and also returns the headers of the response. */
export async function putManifest(
  connection: Connection,
  reference: ImageReference,
  { mediaType, bytes }: ManifestUpload,
): Promise<UploadedManifest> {
  const digest = digestOf(bytes);
  const image = canonicalName(reference);
  const subject = { registry: reference.registry, image };
  if (reference.digest !== undefined && reference.digest !== digest) {
    throw new RegistryError('DIGEST_MISMATCH', subject, `the manifest to push has a different digest, ${digest}`);
  }
  const tagOrDigest = reference.tag ?? reference.digest ?? 'latest';
  const response = await sendRequest(connection, {
    method: 'PUT',
    repository: reference,
    target: `manifests/${tagOrDigest}`,
    actions: 'pull,push',
    headers: { 'content-type': mediaType },
    body: bytesBody(bytes),
    image: `${repositoryName(reference)}${tagOrDigest === digest ? '@' : ':'}${tagOrDigest}`,
    // The specification requires 201. go-containerregistry accepts the other two as well (write.go, `commitManifest`).
    expected: [200, 201, 202],
  });
  response.discard();
  const reported = response.header('docker-content-digest');
  if (isDigest(reported) && reported !== digest) {
    // The header alone proves nothing (go-containerregistry ignores it), so read what the registry has stored.
    const stored = await pullManifest(connection, { ...reference, digest }).catch((error: unknown) => {
      if (error instanceof RegistryError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    });
    if (stored === undefined) verifyDigest(reported, digest, subject);
  }
  return { digest, header: response.header };
}
