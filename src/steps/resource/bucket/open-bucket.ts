import type { Bucket } from '@google-cloud/storage';
import { readFile } from 'node:fs/promises';
import { errorCode } from '../../../core/model/error-code.ts';
import { type BucketLocation, BUCKET_ADVICE, parseBucketLocation } from '../../../core/model/bucket-location.ts';
import { boundedText } from '../../../core/model/bounded-messages.ts';
import { isJsonObject, parseJson } from '../../../core/model/json.ts';
import { oneLine } from '../../../core/model/one-line.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { ResourceDependencies } from '../dependencies.ts';

/** A place in a bucket, and the file with the key of the service account that may use the bucket. */
export interface BucketAddress {
  readonly location: string;
  /** A path that ends with a slash names no key. Then the identity of the Pod is used, or none. */
  readonly credentials: string;
}

export interface OpenBucket {
  readonly bucket: Bucket;
  readonly place: BucketLocation;
}

/** Returns the place of a text. Throws `InputsUnusable`. */
function placeOf(location: string): BucketLocation {
  const place = parseBucketLocation(location);
  if (place !== undefined) return place;
  throw new PrepareError('InputsUnusable', `cannot use the location ${JSON.stringify(location)}: ${BUCKET_ADVICE}`);
}

/** Opens a bucket by Google's client library. The variable GCS_ENDPOINT names another server. Rejects with `PrepareError`. */
export async function openBucket(address: BucketAddress, dependencies: ResourceDependencies): Promise<OpenBucket> {
  const place = placeOf(address.location);
  const key = address.credentials.endsWith('/') ? undefined : await readKey(address.credentials, dependencies);
  const { GCS_ENDPOINT: apiEndpoint = '' } = dependencies.environment;
  // Other commands of this program start without the library.
  const { Storage } = await import('@google-cloud/storage');
  const storage = new Storage({
    // The library needs a project only to list buckets, and asks Google for it.
    projectId: 'unused',
    ...(apiEndpoint !== '' && { apiEndpoint, useAuthWithCustomEndpoint: key !== undefined }),
    ...(key !== undefined && { credentials: key }),
  });
  // The key signs requests itself, so no other server than the bucket's is asked (google.aip.dev/auth/4111).
  storage.authClient.useJWTAccessWithScope = true;
  return { bucket: storage.bucket(place.bucket), place };
}

interface Key {
  readonly client_email: string;
  readonly private_key: string;
}

/** Other kinds of credentials can name programs and servers, so only keys of service accounts are read. */
async function readKey(file: string, { redaction }: ResourceDependencies): Promise<Key> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const message = `cannot read the bucket's credentials (${errorCode(error)}): create the Secret that the resource names, with the key that it names, in the namespace of the run`;
    throw new PrepareError('CredentialsInvalid', message, error);
  });
  const value = parseJson(text);
  const { type, client_email, private_key } = isJsonObject(value) ? value : {};
  if (type !== 'service_account' || typeof client_email !== 'string' || typeof private_key !== 'string') {
    const message =
      "the bucket's credentials are not the key of a service account in JSON: put such a key into the Secret";
    throw new PrepareError('CredentialsInvalid', message);
  }
  redaction.addSecret(private_key);
  return { client_email, private_key };
}

/** Converts an error of the library. `what` says what failed. */
export function bucketFailure(error: unknown, what: string): Error {
  if (error instanceof PrepareError) return error;
  const status = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (status) {
    case 401:
    case 403:
      return new PrepareError(
        'SourceDenied',
        `${what}: the server denies access (HTTP ${status}); give the service account of the bucket's Secret the role Storage Object User`,
        error,
      );
    case 404:
      return new PrepareError(
        'SourceNotFound',
        `${what}: there is no such bucket or object; correct the location`,
        error,
      );
    default:
      return new PrepareError('PrepareFailed', `${what}: ${reasonOf(error, status)}`, error);
  }
}

const MAX_REASON_LENGTH = 300;

function reasonOf(error: unknown, status: unknown): string {
  if (typeof status === 'number') return `the server answered HTTP ${status}`;
  return oneLine(boundedText(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH));
}
