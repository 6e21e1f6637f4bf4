import { BUCKET_ADVICE, parseBucketLocation } from '../../src/core/model/bucket-location.ts';
import type { ArtifactBucket } from './referenced-objects.ts';

/** The only field that names a key of a service account. Early Tekton also took BOTO_CONFIG, the settings of gsutil. */
export const KEY_FIELD = 'GOOGLE_APPLICATION_CREDENTIALS';

/** The end of a message that refuses BOTO_CONFIG. */
export const BOTO_ADVICE = `BOTO_CONFIG has settings of gsutil, which no step runs; put the key of a service account into the Secret, and name it as ${KEY_FIELD}`;

/** Returns why tasks cannot hand files on through a bucket, or `undefined` if they can. */
export function bucketProblem({ location, fieldName, secret }: ArtifactBucket): string | undefined {
  const where = 'in the ConfigMap config-artifact-bucket';
  if (parseBucketLocation(location) === undefined)
    return `the location ${JSON.stringify(location)} ${where} cannot be used: ${BUCKET_ADVICE}, or leave the ConfigMap out to use a claim`;
  if (secret === undefined || fieldName === KEY_FIELD) return undefined;
  if (fieldName === 'BOTO_CONFIG') return `the credentials ${where} cannot be used: ${BOTO_ADVICE}`;
  return `bucket.service.account.field.name ${where} is ${JSON.stringify(fieldName)}, which early Tekton ignored; write ${KEY_FIELD}`;
}

/** Returns the location of an artifact below a location of a bucket. Each artifact is one object. */
export function objectLocation(location: string, path: string): string {
  return `${location}/${path}.tar.gz`;
}
