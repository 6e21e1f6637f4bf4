import { conditions } from './object-meta.ts';
import { fields, flag, list, text, texts } from './reader.ts';

/** Reads a CustomResourceDefinition (apiextensions.k8s.io/v1). */
export const asDefinition = fields({
  spec: fields({
    group: text,
    versions: list(fields({ name: text, served: flag })),
    conversion: fields({ strategy: text }),
  }),
  status: fields({ conditions, storedVersions: texts }),
});
