import * as z from 'zod';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import type { Immutable } from '../immutable.ts';
import { objectMeta, stringMap } from './object-meta.ts';
import { optionalBoolean, optionalString } from '../optional-fields.ts';

/** A core/v1 Secret. */
export const secret = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Secret'),
  metadata: objectMeta,
  immutable: optionalBoolean,
  data: stringMap.exactOptional(),
  stringData: stringMap.exactOptional(),
  type: optionalString,
  /** The metadata of SOPS in an encrypted file. taskpack needs no decrypted value of `data`. */
  sops: z.unknown().exactOptional(),
});

/** A Secret. taskpack uses only its keys, type and annotations. Messages must not quote its values. */
export type Secret = Immutable<z.output<typeof secret>>;

/** Refuses encrypted texts in the fields that taskpack needs. */
export function validateSecret({
  metadata: { name, namespace, annotations = {} },
  type,
}: Secret): readonly FieldProblem[] {
  const texts: readonly (readonly [FieldPath, string | undefined])[] = [
    [['type'], type],
    [['metadata', 'name'], name],
    [['metadata', 'namespace'], namespace],
    ...Object.entries(annotations).map(([key, text]) => [['metadata', 'annotations', key], text] as const),
  ];
  return texts
    .filter(([, text]) => text?.startsWith('ENC[') === true)
    .map(([path]) =>
      fieldError(
        path,
        'is encrypted by SOPS; encrypt only data and stringData (--encrypted-regex), or decrypt the file',
      ),
    );
}
