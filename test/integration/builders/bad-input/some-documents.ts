import { STACK } from '../../../cluster/universe/stack.ts';

/** kpack's objects for one builder, as users write them. The fields can have any type. */
export interface Documents {
  readonly builder: Document;
  readonly stack: Document;
  readonly lifecycle: Document;
  readonly store: Document;
  readonly meta: Document;
}

export interface Document {
  readonly kind: string;
  readonly metadata: object;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: object;
}

const apiVersion = 'kpack.io/v1alpha2';

/** Valid objects. They name images by tag, so that a test can push other images under the same tags. */
export function goodDocuments(registry: string, tag: string): Documents {
  return {
    builder: {
      ...object('Builder', 'bad'),
      metadata: { name: 'bad', namespace: 'team' },
      spec: {
        tag,
        stack: { kind: 'ClusterStack', name: 'tiny' },
        lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
        store: { kind: 'ClusterStore', name: 'hello' },
        order: [{ group: [{ id: 'test/hello' }] }],
      },
    },
    stack: {
      ...object('ClusterStack', 'tiny'),
      spec: {
        id: STACK.id,
        buildImage: { image: `${registry}/build` },
        runImage: { image: `${registry}/run` },
      },
    },
    lifecycle: { ...object('ClusterLifecycle', 'default-lifecycle'), spec: { image: `${registry}/lifecycle` } },
    store: {
      ...object('ClusterStore', 'hello'),
      spec: { sources: [{ image: `${registry}/hello-1` }, { image: `${registry}/hello-2` }] },
    },
    meta: { ...object('ClusterBuildpack', 'meta'), spec: { image: `${registry}/meta` } },
  };
}

/** Returns the document with other fields in its spec. */
export function withSpec(document: Document, fields: Readonly<Record<string, unknown>>): Document {
  return { ...document, spec: { ...document.spec, ...fields } };
}

function object(kind: string, name: string) {
  return { apiVersion, kind, metadata: { name } };
}
