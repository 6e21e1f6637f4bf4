import { buildpackMetadata } from './build.ts';
import { conditions, objectMeta } from './object-meta.ts';
import { fields, flag, list, number, text } from './reader.ts';

const orderEntry = fields({ id: text, version: text, optional: flag });

/** Reads a Builder or ClusterBuilder as the API server returns it (kpack, pkg/apis/build/v1alpha2, builder_types.go). */
export const asBuilder = fields({
  kind: text,
  metadata: objectMeta,
  spec: fields({ tag: text, stack: fields({ kind: text, name: text }) }),
  status: fields({
    observedGeneration: number,
    conditions,
    latestImage: text,
    stack: fields({ id: text, runImage: text }),
    lifecycle: fields({ version: text }),
    builderMetadata: list(buildpackMetadata),
    order: list(fields({ group: list(orderEntry) })),
  }),
});

export type Builder = ReturnType<typeof asBuilder>;
