import type { PipelineResourceSpec } from '../../src/core/api/tekton/pipeline-resource.ts';
import { BUCKET_ADVICE, parseBucketLocation } from '../../src/core/model/bucket-location.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import { BOTO_ADVICE, KEY_FIELD } from './artifact-bucket.ts';
import { noEquivalent } from './problems.ts';

type Value = NonNullable<PipelineResourceSpec['params']>[number];

/** Returns the values of a storage resource: its location, whether it is a folder, and the Secret with the key. */
export function storageValues({ params = [], secrets = [] }: PipelineResourceSpec): readonly Value[] {
  const values = params.map(({ name, value }): Value => {
    // Tekton only looked whether there is such a parameter (storage/gcs.go).
    const isFolder = name.toLowerCase() === 'dir';
    return { name, value: isFolder ? 'true' : value };
  });
  const key = secrets.find(({ fieldName }) => fieldName === KEY_FIELD);
  if (key === undefined) return values;
  return [...values, { name: 'secretName', value: key.secretName }, { name: 'secretKey', value: key.secretKey }];
}

/** True for the fields of a storage resource without a parameter. */
export function isStorageField(type: string, key: string): boolean {
  return type === 'storage' && key === 'type';
}

/** Reports a storage resource that no step can read and write. `at` is the path of the resource. */
export function storageProblems(
  { params = [], secrets = [] }: PipelineResourceSpec,
  at: FieldPath,
): readonly FieldProblem[] {
  const value = (name: string): string | undefined => params.findLast((one) => one.name.toLowerCase() === name)?.value;
  const [kind = 'gcs', location = ''] = [value('type'), value('location')];
  return [
    ...(kind === 'gcs'
      ? []
      : [
          noEquivalent(
            at,
            `a storage resource of type ${kind}`,
            'use type gcs, and unpack archives in a step of the Task',
          ),
        ]),
    ...(parseBucketLocation(location) === undefined
      ? [fieldError(at, `the location ${JSON.stringify(location)} cannot be used: ${BUCKET_ADVICE}`)]
      : []),
    ...secrets.flatMap(({ fieldName }) => {
      if (fieldName === KEY_FIELD) return [];
      if (fieldName === 'BOTO_CONFIG') return [fieldError(at, `the secret cannot be used: ${BOTO_ADVICE}`)];
      return [fieldWarning(at, `the secret for ${fieldName} is left out, because early Tekton read only ${KEY_FIELD}`)];
    }),
  ];
}
