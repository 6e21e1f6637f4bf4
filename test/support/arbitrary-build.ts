import * as fc from 'fast-check';

/** A Build and the objects that it names, as documents, with the texts and names that the test checks. */
export interface GeneratedBuild {
  readonly documents: readonly { readonly value: unknown }[];
  readonly build: GeneratedSpec;
  /** The user's texts, which may contain any character. */
  readonly texts: readonly string[];
  readonly bindingSecrets: readonly string[];
  readonly accountSecrets: readonly string[];
  /** The Secrets that the environment names. */
  readonly envSecrets: readonly string[];
}

interface GeneratedSpec {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly resources?: Resources; readonly env: readonly GeneratedVariable[] };
}

export type GeneratedVariable =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly valueFrom: { readonly secretKeyRef: GeneratedKey } };

interface GeneratedKey {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

export interface Resources {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

/** Text with the characters that Tekton, the kubelet, a shell or YAML would interpret. */
const nastyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '$(params.x)',
        '$(HOME)',
        '$$',
        '$',
        '$(',
        ')',
        '\n',
        "'",
        '"',
        '\\',
        ': ',
        ' #',
        '$(context.taskRun.name)',
        '\u{1f980}',
        'é',
        '\t',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `~${parts.join('')}~`);

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
const envName = fc.stringMatching(/^[A-Z_][A-Z0-9_.-]{0,8}$/);
const buildName = fc.oneof(
  name,
  fc.tuple(name, fc.integer({ min: 5, max: 20 })).map(([text, times]) => Array(times).fill(text).join('.')),
);

/** Builds with a fragment in the URL of a git repository are refused. */
const nastyUrl = nastyText.map((text) => `https://source.example.com/${text.replaceAll('#', '')}`);

const source = fc.oneof(
  fc.record({ git: fc.record({ url: nastyUrl, revision: nastyText, initializeSubmodules: fc.boolean() }) }),
  fc.record({
    blob: fc.record({ url: nastyUrl, auth: fc.constantFrom('', 'secret'), stripComponents: fc.nat(3) }),
  }),
  fc.record({
    blob: fc.record({
      url: nastyText.map((text) => `https://storage.googleapis.com/${text}`),
      auth: fc.constant('helper'),
      stripComponents: fc.nat(3),
    }),
  }),
  fc.record({
    registry: fc.record({
      image: fc.constant('registry.example.com/source:1'),
      imagePullSecrets: fc.uniqueArray(fc.record({ name }), { maxLength: 3, selector: (secret) => secret.name }),
    }),
  }),
);

const requests = fc.record(
  {
    cpu: fc.constantFrom('250m', '0.1', '1m', '1'),
    memory: fc.constantFrom('512Mi', '1000000001', '3'),
    'ephemeral-storage': fc.constantFrom('1Gi', '7'),
  },
  { requiredKeys: [] },
);

const limits = fc.record(
  {
    cpu: fc.constantFrom('1', '3', '1.5'),
    memory: fc.constantFrom('1Gi', '2G', '1000000001'),
    'ephemeral-storage': fc.constantFrom('10Gi', '1073741825'),
  },
  { requiredKeys: [] },
);

/** Devices and huge pages. Their requests must be equal to their limits, and huge pages need memory or CPU. */
const devices = fc.record(
  { 'nvidia.com/gpu': fc.constant('4'), 'hugepages-2Mi': fc.constant('4Mi'), cpu: fc.constant('3') },
  { requiredKeys: ['cpu'] },
);

const resources = fc.oneof(
  fc.record({ requests, limits }, { requiredKeys: [] }),
  fc.record({ requests, limits, devices, areRequested: fc.boolean() }).map((drawn) => ({
    requests: { ...drawn.requests, ...(drawn.areRequested && drawn.devices) },
    limits: { ...drawn.limits, ...drawn.devices },
  })),
);

const secrets = fc.uniqueArray(
  fc.record({
    name,
    type: fc.constantFrom(
      'kubernetes.io/basic-auth',
      'kubernetes.io/ssh-auth',
      'kubernetes.io/dockerconfigjson',
      'kubernetes.io/dockercfg',
      'Opaque',
    ),
    annotation: fc.constantFrom('kpack.io/docker', 'kpack.io/git', 'kpack.io/blob', 'other'),
    server: nastyText,
    cosign: fc.boolean(),
  }),
  { maxLength: 5, selector: (secret) => secret.name },
);

const secretKeyRef = fc.record(
  {
    name: name.map((text) => `env-${text}`),
    key: fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/),
    optional: fc.boolean(),
  },
  { requiredKeys: ['name', 'key'] },
);

const literalVariable = fc.record({ name: envName, value: nastyText });

const anyVariable: fc.Arbitrary<GeneratedVariable> = fc.oneof(
  { weight: 3, arbitrary: literalVariable },
  { weight: 1, arbitrary: fc.record({ name: envName, valueFrom: fc.record({ secretKeyRef }) }) },
);

const specWith = (variable: fc.Arbitrary<GeneratedVariable>) =>
  fc.record(
    {
      source: fc
        .tuple(source, fc.option(nastyText, { nil: undefined }))
        .map(([one, subPath]) => ({ ...one, ...(subPath !== undefined && { subPath }) })),
      env: fc.uniqueArray(variable, { maxLength: 5, selector: (one) => one.name }),
      services: fc.uniqueArray(
        name.map((text) => ({ apiVersion: 'v1', kind: 'Secret', name: `bound-${text}` })),
        { maxLength: 3, selector: (service) => service.name },
      ),
      cache: fc.constantFrom(
        {},
        { volume: { persistentVolumeClaimName: 'cache' } },
        { registry: { tag: 'registry.example.com/cache' } },
      ),
      projectDescriptorPath: nastyText,
      resources,
      nodeSelector: fc.dictionary(name, name, { maxKeys: 2 }),
      tolerations: fc.array(fc.record({ key: name, operator: fc.constant('Exists') }), { maxLength: 2 }),
      activeDeadlineSeconds: fc.integer({ min: 1, max: 100_000 }),
      lastBuild: fc.record({
        image: fc.constant(`registry.example.com/app@sha256:${'b'.repeat(64)}`),
        stackId: fc.constantFrom('stack', 'other'),
      }),
      creationTime: fc.constantFrom('now', '0', '1700000000'),
    },
    { requiredKeys: ['source', 'env', 'services'] },
  );

/** Generates Builds that resolve. */
export const arbitraryBuild = buildsWith(literalVariable);

/** Generates Builds that resolve if `env` may name keys of Secrets. Some builders have image extensions. */
export const arbitraryBuildWithSecretKeys = fc
  .tuple(buildsWith(anyVariable), fc.boolean())
  .map(([build, hasExtensions]) =>
    hasExtensions
      ? { ...build, documents: [...build.documents.slice(0, -1), { value: FACTS_WITH_EXTENSIONS }] }
      : build,
  );

function buildsWith(variable: fc.Arbitrary<GeneratedVariable>): fc.Arbitrary<GeneratedBuild> {
  return fc
    .record({
      name: buildName,
      spec: specWith(variable),
      secrets,
      pull: fc.uniqueArray(name, { maxLength: 2 }),
      reason: fc.constantFrom('STACK', 'CONFIG', 'STACK,COMMIT'),
      apis: fc.constantFrom(['0.9'], ['0.8', '0.9', '0.11']),
    })
    .map(({ name: named, spec: generated, secrets: list, pull, reason, apis }) => {
      const build = {
        apiVersion: 'kpack.io/v1alpha2',
        kind: 'Build',
        metadata: {
          name: named,
          creationTimestamp: '2026-01-02T03:04:05Z',
          annotations: { 'image.kpack.io/reason': reason },
        },
        spec: {
          tags: ['registry.example.com/app', 'registry.example.com/app:1'],
          builder: { image: 'registry.example.com/builder' },
          ...generated,
        },
      };
      const account = {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'default' },
        secrets: list.map((secret) => ({ name: `account-${secret.name}` })),
        imagePullSecrets: pull.map((secret) => ({ name: `pull-${secret}` })),
      };
      return {
        documents: [build, account, ...list.map(secretDocument), facts(apis)].map((value) => ({ value })),
        build,
        texts: textsOf(generated),
        bindingSecrets: generated.services.map((service) => service.name),
        envSecrets: generated.env.flatMap((one) => ('valueFrom' in one ? [one.valueFrom.secretKeyRef.name] : [])),
        accountSecrets: [...account.secrets, ...account.imagePullSecrets].map((secret) => secret.name),
      };
    });
}

function secretDocument(secret: {
  name: string;
  type: string;
  annotation: string;
  server: string;
  cosign: boolean;
}): unknown {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `account-${secret.name}`, annotations: { [secret.annotation]: secret.server } },
    type: secret.type,
    ...(secret.cosign && { stringData: { 'cosign.key': 'key' } }),
  };
}

function facts(apis: readonly string[]): object {
  return {
    apiVersion: 'taskpack.dev/v1alpha1',
    kind: 'ImageFacts',
    image: 'registry.example.com/builder',
    digest: `sha256:${'a'.repeat(64)}`,
    uid: 1001,
    gid: 1000,
    stackId: 'stack',
    lifecycle: { apis: { platform: { supported: apis } } },
    runImage: { image: 'registry.example.com/run' },
  };
}

const RUN_IMAGE = { image: 'registry.example.com/run' };

const FACTS_WITH_EXTENSIONS = {
  ...facts(['0.11', '0.13']),
  images: [RUN_IMAGE],
  extensions: [{ id: 'example/curl', version: '1.0.0' }],
};

/** Returns every generated text of the spec. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('~') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
