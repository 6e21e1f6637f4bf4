/** A place in a bucket of Google Cloud Storage: an object, or all objects of a folder. */
export interface BucketLocation {
  readonly bucket: string;
  /** The names in the path. None means the whole bucket. */
  readonly path: readonly string[];
  /** True for a bucket, and for a path that ends with a slash. */
  readonly isFolder: boolean;
}

/** Bucket names (cloud.google.com/storage/docs/buckets#naming). */
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;

/** Characters that gsutil reads as wildcards, and characters that no path needs. */
const ODD_CHARACTERS = /[*?[\]\p{Cc}\\]/u;

/** Returns the place of `gs://BUCKET/PATH`, or `undefined` for any other text. */
export function parseBucketLocation(text: string): BucketLocation | undefined {
  const [, bucket = '', rest = ''] = /^gs:\/\/([^/]+)(?:\/(.*))?$/s.exec(text) ?? [];
  const path = rest.replace(/\/$/, '') === '' ? [] : rest.replace(/\/$/, '').split('/');
  const isOdd = ODD_CHARACTERS.test(rest) || path.some((name) => ['', '.', '..'].includes(name));
  return !BUCKET.test(bucket) || isOdd ? undefined : { bucket, path, isFolder: rest === '' || rest.endsWith('/') };
}

/** The end of a message that refuses a text which `parseBucketLocation` does not read. */
export const BUCKET_ADVICE =
  'only gs://BUCKET/PATH of Google Cloud Storage is read and written, without wildcards; write such an address';
