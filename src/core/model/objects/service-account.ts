import { objectMeta } from './object-meta.ts';
import { fields, list, text } from './reader.ts';

const reference = fields({ name: text });

/** Reads a ServiceAccount (core/v1). */
export const asServiceAccount = fields({
  metadata: objectMeta,
  secrets: list(reference),
  imagePullSecrets: list(reference),
});
