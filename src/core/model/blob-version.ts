/**
 * taskpack's annotation of a Build with the version of the blob that it builds, as `formatBlobVersion` writes it. kpack's source
 * has no field for it.
 */
export const BLOB_VERSION_ANNOTATION = 'taskpack.dev/blob-version';

/** A mark that is equal only for the same content of a blob. */
export type BlobVersion =
  /** The SHA-256 of the blob in hexadecimal. */
  | { readonly kind: 'sha256'; readonly digest: string }
  /** The ETag of the server (RFC 9110 section 8.8.3), without quotes and without the mark of a weak one. */
  | { readonly kind: 'etag'; readonly tag: string };

/** Longer ETags are ignored: they are copied into objects of the cluster. */
const ETAG = /^[\x21\x23-\x7e]{1,512}$/;
const DIGEST = /^[0-9a-f]{64}$/;

/** Returns a version as text, such as `sha256:…` or `etag:…`. */
export function formatBlobVersion(version: BlobVersion): string {
  return version.kind === 'sha256' ? `sha256:${version.digest}` : `etag:${version.tag}`;
}

/** Parses a version. Returns `undefined` for other texts. */
export function parseBlobVersion(text: string): BlobVersion | undefined {
  const [, kind, value = ''] = /^(sha256|etag):(.*)$/s.exec(text) ?? [];
  if (kind === 'sha256' && DIGEST.test(value)) return { kind, digest: value };
  return kind === 'etag' && ETAG.test(value) ? { kind, tag: value } : undefined;
}

/** Returns the version in an ETag of a response. A weak one counts, too, and so does one without quotes. */
export function etagVersion(header: string | undefined): Extract<BlobVersion, { kind: 'etag' }> | undefined {
  const [, quoted, plain] = /^(?:W\/)?(?:"(.*)"|([^"]*))$/s.exec(header ?? '') ?? [];
  const tag = quoted ?? plain ?? '';
  return ETAG.test(tag) ? { kind: 'etag', tag } : undefined;
}
