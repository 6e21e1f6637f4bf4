import { objectMeta } from './object-meta.ts';
import { fields, textMap } from './reader.ts';

/** Reads a ConfigMap (core/v1). */
export const asConfigMap = fields({ metadata: objectMeta, data: textMap });
