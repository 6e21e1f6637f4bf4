type Fields = Readonly<Record<string, unknown>>;

/** A document as a parser returns it. */
export interface TestDocument {
  readonly value: unknown;
}

const DIGEST = `sha256:${'a'.repeat(64)}`;

/** Returns a Build that needs only `someFacts` and `someAccount`. */
export function someBuild(spec: Fields = {}, metadata: Fields = {}): TestDocument {
  return document('kpack.io/v1alpha2', 'Build', {
    metadata: { name: 'sample', ...metadata },
    spec: {
      tags: ['registry.example.com/app'],
      builder: { image: 'registry.example.com/builder' },
      source: { git: { url: 'https://git.example.com/app', revision: 'main' } },
      ...spec,
    },
  });
}

export function someImage(spec: Fields = {}, metadata: Fields = {}): TestDocument {
  return document('kpack.io/v1alpha2', 'Image', {
    metadata: { name: 'sample', ...metadata },
    spec: {
      tag: 'registry.example.com/app',
      builder: { kind: 'ClusterBuilder', name: 'base' },
      source: { git: { url: 'https://git.example.com/app', revision: 'main' } },
      ...spec,
    },
  });
}

export function someClusterBuilder(status: Fields = { latestImage: 'registry.example.com/builder' }): TestDocument {
  return document('kpack.io/v1alpha2', 'ClusterBuilder', {
    metadata: { name: 'base' },
    spec: {
      tag: 'registry.example.com/builder',
      stack: { kind: 'ClusterStack', name: 'base' },
      serviceAccountRef: { name: 'kpack', namespace: 'kpack' },
      order: [{ group: [{ id: 'example/buildpack' }] }],
    },
    status,
  });
}

export function someAccount(fields: Fields = {}, metadata: Fields = {}): TestDocument {
  return document('v1', 'ServiceAccount', { metadata: { name: 'default', ...metadata }, ...fields });
}

export function someSecret(name: string, fields: Fields = {}, annotations: Fields = {}): TestDocument {
  return document('v1', 'Secret', { metadata: { name, annotations }, ...fields });
}

/** Returns the facts of `registry.example.com/builder`. A field that is `undefined` is left out. */
export function someFacts(fields: Fields = {}): TestDocument {
  const all: Fields = {
    image: 'registry.example.com/builder',
    digest: DIGEST,
    uid: 1001,
    gid: 1000,
    stackId: 'io.example.stack',
    lifecycle: { apis: { platform: { supported: ['0.7', '0.8', '0.9', '0.10', '0.11'] } } },
    runImage: { image: 'registry.example.com/run' },
    ...fields,
  };
  const present = Object.entries(all).filter(([, value]) => value !== undefined);
  return document('taskpack.dev/v1alpha1', 'ImageFacts', Object.fromEntries(present));
}

function document(apiVersion: string, kind: string, fields: Fields): TestDocument {
  return { value: { apiVersion, kind, ...fields } };
}
