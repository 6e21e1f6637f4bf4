import { canonicalName, repositoryName, type ImageReference } from '../../model/image-reference.ts';
import { digestOf } from '../digest.ts';
import { checkDigest } from './checked-bytes.ts';
import { bytesBody } from './http-request.ts';
import { call, type Connection } from './registry-call.ts';
import { RegistryError } from './registry-error.ts';

/** A manifest or index as it is to be kept. */
export interface ManifestUpload {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Puts a manifest under the reference's tag, or else under its digest; everything it refers to must be there before.
 * Answers with its digest. Rejects with `DIGEST_MISMATCH` where the reference or the registry has another.
 */
export async function pushManifest(
  connection: Connection,
  reference: ImageReference,
  { mediaType, bytes }: ManifestUpload,
): Promise<string> {
  const digest = digestOf(bytes);
  const image = canonicalName(reference);
  const subject = { registry: reference.registry, image };
  if (reference.digest !== undefined && reference.digest !== digest) {
    throw new RegistryError('DIGEST_MISMATCH', subject, `the manifest to push has the digest ${digest}`);
  }
  const place = reference.tag ?? reference.digest ?? 'latest';
  const answer = await call(connection, {
    method: 'PUT',
    repository: reference,
    target: `manifests/${place}`,
    actions: 'pull,push',
    headers: { 'content-type': mediaType },
    body: bytesBody(bytes),
    image: `${repositoryName(reference)}${place === digest ? '@' : ':'}${place}`,
    // The specification has 201; go-containerregistry takes the others, too (write.go, `commitManifest`).
    expected: [200, 201, 202],
  });
  answer.discard();
  checkDigest(answer.header('docker-content-digest') ?? digest, digest, subject);
  return digest;
}
