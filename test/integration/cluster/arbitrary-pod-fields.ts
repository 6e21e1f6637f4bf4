import * as fc from 'fast-check';
import type { PodFields } from '../../support/pod-field-cases.ts';

const RESOURCE_NAMES = [
  'cpu',
  'memory',
  'ephemeral-storage',
  'cpus',
  'pods',
  'hugepages-2Mi',
  'hugepages-0',
  'hugepages-1m',
];
const DEVICES = [
  'nvidia.com/gpu',
  'a/b',
  'requests.a/b',
  'x.kubernetes.io/y',
  'kubernetes.io/y',
  'A.b/c',
  'a/b/c',
  '/a',
  'a/',
  `${'a'.repeat(245)}/b`,
];
const QUANTITIES = [
  '0',
  '1',
  '2',
  '-1',
  '1.5',
  '500m',
  '1500m',
  '1n',
  '2Mi',
  '4Mi',
  '3Mi',
  '0.5Gi',
  '1e3',
  '1E3',
  '1E',
  '10P',
  '1Ei',
  '2Ei',
  '8Ei',
  '9Pi',
  '9223372036854776',
  '2GB',
  '',
  '+1',
  '.5',
  '5.',
  '1e-3',
  '1 ',
  '0x1',
  '١',
];
const KEYS = [
  'a',
  'a.b/C_d',
  'a b',
  '',
  '-a',
  'a-',
  '/a',
  'a/',
  'a/b/c',
  'A.b/c',
  'é',
  'a'.repeat(63),
  'a'.repeat(64),
  `${'a'.repeat(254)}/b`,
];
const VALUES = ['', 'a', 'B_c.d-1', 'a b', '-', 'a-', '1', '-1', 'é', 'a'.repeat(63), 'a'.repeat(64)];
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'in', 'Equal', ''];
const FIELD_PATHS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.labels',
  'metadata.annotations',
  'spec.nodeName',
  'spec.host',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
  "metadata.labels['a']",
  "metadata.labels['']",
  "metadata.labels['A/b']",
  "metadata.annotations['A.b/C']",
  "metadata.annotations['a b']",
  "metadata.name['a']",
  "['a']",
  "metadata.labels['a",
  'metadata.labels[a]',
  '',
  ' metadata.name',
  "metadata.labels['a['b']",
];
const RESOURCE_FIELDS = [
  'limits.cpu',
  'requests.cpu',
  'limits.memory',
  'requests.ephemeral-storage',
  'limits.hugepages-2Mi',
  'limits.gpu',
  'cpu',
  '',
];
const DIVISORS = ['1', '1m', '0', '1Mi', '1k', '2', '1000m', '1024Ki', '1e3', '1e0', '0.001', '10', '1E', '1n'];
const NAMES = ['some-class', 'some.class', 'A', 'a_b', '-a', 'a-', 'a..b', '.', 'a'.repeat(254)];

const key = fc.oneof({ weight: 2, arbitrary: fc.constantFrom('a', 'a.b/C_d') }, fc.constantFrom(...KEYS));
const value = fc.oneof({ weight: 2, arbitrary: fc.constantFrom('a', '') }, fc.constantFrom(...VALUES));
const labels = fc.dictionary(key, value, { maxKeys: 2 });
const quantities = fc.dictionary(
  fc.oneof(fc.constantFrom(...RESOURCE_NAMES), fc.constantFrom('cpu', 'memory'), fc.constantFrom(...DEVICES)),
  fc.oneof(fc.constantFrom('0', '1', '2Mi'), fc.constantFrom(...QUANTITIES)),
  { maxKeys: 2 },
);

const requirement = (keys: fc.Arbitrary<string>): fc.Arbitrary<object> =>
  fc.record(
    {
      key: keys,
      operator: fc.oneof(fc.constantFrom('In', 'Exists'), fc.constantFrom(...OPERATORS)),
      values: fc.array(value, { maxLength: 2 }),
    },
    { requiredKeys: ['key', 'operator'] },
  );

const nodeTerm = fc.record(
  {
    matchExpressions: fc.array(requirement(key), { maxLength: 2 }),
    matchFields: fc.array(requirement(fc.constantFrom('metadata.name', 'metadata.uid')), { maxLength: 1 }),
  },
  { requiredKeys: [] },
);

const weight = fc.constantFrom(-1, 0, 1, 50, 100, 101);

const nodeAffinity = fc.record(
  {
    requiredDuringSchedulingIgnoredDuringExecution: fc.record({
      nodeSelectorTerms: fc.array(nodeTerm, { maxLength: 2 }),
    }),
    preferredDuringSchedulingIgnoredDuringExecution: fc.array(fc.record({ weight, preference: nodeTerm }), {
      maxLength: 1,
    }),
  },
  { requiredKeys: [] },
);

const labelSelector = fc.record(
  { matchLabels: labels, matchExpressions: fc.array(requirement(key), { maxLength: 1 }) },
  { requiredKeys: [] },
);

const podTerm = fc.record(
  {
    topologyKey: key,
    labelSelector,
    namespaceSelector: labelSelector,
    namespaces: fc.array(fc.constantFrom('a', 'A', 'a.b', 'a'.repeat(64)), { maxLength: 1 }),
    matchLabelKeys: fc.array(fc.constantFrom('a', 'b', 'a b'), { maxLength: 1 }),
    mismatchLabelKeys: fc.array(fc.constantFrom('a', 'c', ''), { maxLength: 1 }),
  },
  { requiredKeys: ['topologyKey'] },
);

const podAffinity = fc.record(
  {
    requiredDuringSchedulingIgnoredDuringExecution: fc.array(podTerm, { maxLength: 1 }),
    preferredDuringSchedulingIgnoredDuringExecution: fc.array(fc.record({ weight, podAffinityTerm: podTerm }), {
      maxLength: 1,
    }),
  },
  { requiredKeys: [] },
);

const toleration = fc.record(
  {
    key,
    operator: fc.constantFrom('Exists', 'Equal', 'Gt', 'exists', ''),
    value,
    effect: fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute', 'noExecute', ''),
    tolerationSeconds: fc.constantFrom(-1, 0, 60),
  },
  { requiredKeys: [] },
);

const keyRef = fc.record(
  {
    name: fc.constantFrom('a', 'A', 'a.b', '', 'a/b'),
    key: fc.constantFrom('a', 'A_b.c-', '.', '..', '..a', 'a..b', 'a/b', '', 'é'),
  },
  { requiredKeys: ['key'] },
);

const valueFrom = fc.oneof(
  fc.constantFrom<object>(
    { fieldRef: { fieldPath: 'spec.nodeName' } },
    { configMapKeyRef: { name: 'a', key: 'b' } },
    { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } },
  ),
  fc.record({
    fieldRef: fc.record(
      { fieldPath: fc.constantFrom(...FIELD_PATHS), apiVersion: fc.constantFrom('v1', 'v2', '') },
      { requiredKeys: ['fieldPath'] },
    ),
  }),
  fc.record({
    resourceFieldRef: fc.record(
      { resource: fc.constantFrom(...RESOURCE_FIELDS), divisor: fc.constantFrom(...DIVISORS) },
      { requiredKeys: ['resource'] },
    ),
  }),
  fc.record({ configMapKeyRef: keyRef }),
  fc.constant({}),
  fc.record({ configMapKeyRef: keyRef, fieldRef: fc.constant({ fieldPath: 'metadata.name' }) }),
);

const variable = fc.record(
  { name: fc.constantFrom('A', '1', 'a.b-c'), value: fc.constantFrom('', '', '', 'b'), valueFrom },
  { requiredKeys: ['name', 'valueFrom'] },
);

/** Fields of Builds, valid and invalid. Each generator draws one field, so that a fault in one does not hide another's. */
export const ARBITRARY_POD_FIELDS: Readonly<Record<string, fc.Arbitrary<PodFields>>> = {
  resources: fc.record({ requests: quantities, limits: quantities }).map((resources) => ({ spec: { resources } })),
  'equal resources': quantities.map((limits) => ({ spec: { resources: { requests: limits, limits } } })),
  tolerations: fc.array(toleration, { minLength: 1, maxLength: 2 }).map((tolerations) => ({ spec: { tolerations } })),
  nodeSelector: labels.map((nodeSelector) => ({ spec: { nodeSelector } })),
  nodeAffinity: nodeAffinity.map((drawn) => ({ spec: { affinity: { nodeAffinity: drawn } } })),
  podAffinity: fc
    .record({ podAffinity, isAnti: fc.boolean(), labels: fc.constantFrom({}, { a: 'b' }) })
    .map((drawn) => ({
      metadata: { labels: drawn.labels },
      spec: { affinity: { [drawn.isAnti ? 'podAntiAffinity' : 'podAffinity']: drawn.podAffinity } },
    })),
  env: fc.array(variable, { minLength: 1, maxLength: 1 }).map((env) => ({ spec: { env } })),
  names: fc
    .record(
      { priorityClassName: fc.constantFrom(...NAMES), runtimeClassName: fc.constantFrom(...NAMES) },
      { requiredKeys: [] },
    )
    .map((spec) => ({ spec })),
  metadata: fc
    .record(
      {
        labels,
        annotations: labels,
        generateName: fc.constantFrom('a', 'a-', 'A', 'a.', '-', 'a--', 'a b', 'a'.repeat(260)),
      },
      { requiredKeys: [] },
    )
    .map((metadata) => ({ metadata: { ...metadata, ...('generateName' in metadata && { name: undefined }) } })),
};
