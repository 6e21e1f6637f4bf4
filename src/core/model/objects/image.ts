import { conditions, objectMeta } from './object-meta.ts';
import { fields, json, number, optional, text, texts } from './reader.ts';
import { source } from './source.ts';

/** Reads an Image as the API server returns it (kpack, pkg/apis/build/v1alpha2, image_types.go). */
export const asImage = fields({
  kind: text,
  metadata: objectMeta,
  spec: fields({
    tag: text,
    additionalTags: texts,
    builder: fields({ kind: text, name: text, namespace: text }),
    serviceAccountName: text,
    /** The name of the field in v1alpha1. */
    serviceAccount: text,
    source,
    build: fields({ resources: fields({ requests: json, limits: json }) }),
    cache: fields({ volume: optional(fields({ storageClassName: text })) }),
  }),
  status: fields({
    observedGeneration: number,
    conditions,
    latestImage: text,
    latestBuildRef: text,
    buildCacheName: text,
  }),
});

export type Image = ReturnType<typeof asImage>;

/** Reads a SourceResolver (kpack, pkg/apis/build/v1alpha2, source_resolver_types.go). */
export const asSourceResolver = fields({
  metadata: objectMeta,
  status: fields({ conditions, source }),
});

export type SourceResolver = ReturnType<typeof asSourceResolver>;
