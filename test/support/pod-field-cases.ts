type Fields = Readonly<Record<string, unknown>>;

/** A Build's fields that the API server checks in the Pod. */
export interface PodFields {
  readonly spec?: Fields;
  readonly metadata?: Fields;
}

/** Fields, and the errors that `translate` prints. Without errors, the API server accepts a Pod with these fields. */
export interface PodFieldCase extends PodFields {
  readonly says: readonly string[];
}

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const KEY =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const CONFIG_KEY =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const STANDARD =
  'must be a standard resource for containers (cpu, memory, ephemeral-storage, hugepages-SIZE) or fully qualified, such as example.com/gpu';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

function valid(...all: readonly PodFields[]): readonly PodFieldCase[] {
  return all.map((fields) => ({ ...fields, says: [] }));
}

function resources(requests: Fields, limits: Fields, ...says: readonly string[]): PodFieldCase {
  return { spec: { resources: { requests, limits } }, says: says.map((text) => `spec.resources${text}`) };
}

function toleration(fields: Fields, ...says: readonly string[]): PodFieldCase {
  return { spec: { tolerations: [fields] }, says: says.map((text) => `spec.tolerations[0].${text}`) };
}

function nodeTerm(term: Fields, ...says: readonly string[]): PodFieldCase {
  const path = `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0]`;
  return {
    spec: { affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [term] } } } },
    says: says.map((text) => `${path}.${text}`),
  };
}

function preferredNode(weight: number, preference: Fields, ...says: readonly string[]): PodFieldCase {
  const path = `spec.affinity.nodeAffinity.${PREFERRED}[0]`;
  return {
    spec: { affinity: { nodeAffinity: { [PREFERRED]: [{ weight, preference }] } } },
    says: says.map((text) => `${path}.${text}`),
  };
}

function podTerm(term: Fields, ...says: readonly string[]): PodFieldCase {
  const path = `spec.affinity.podAntiAffinity.${REQUIRED}[0]`;
  return {
    spec: { affinity: { podAntiAffinity: { [REQUIRED]: [term] } } },
    says: says.map((text) => `${path}.${text}`),
  };
}

function source(valueFrom: Fields, ...says: readonly string[]): PodFieldCase {
  return { spec: { env: [{ name: 'A', valueFrom }] }, says: says.map((text) => `spec.env[0].valueFrom${text}`) };
}

function metadata(fields: Fields, ...says: readonly string[]): PodFieldCase {
  return { metadata: fields, says: says.map((text) => `metadata.${text}`) };
}

const NUL = 'contains the character NUL, which no argument, variable, path or annotation can hold';
const LONG = 'a'.repeat(64);
const OF_COMPUTE = "must be specified when `operator` is 'In' or 'NotIn'";
const TOPOLOGY = 'kubernetes.io/hostname';
const GPU = 'nvidia.com/gpu';

/** The cases by field. Each kind of rule has cases on both of its sides. */
export const POD_FIELD_CASES: Readonly<Record<string, readonly PodFieldCase[]>> = {
  resources: [
    ...valid(
      {
        spec: {
          resources: { requests: { cpu: '100m', memory: '1Gi', 'ephemeral-storage': '1G' }, limits: { cpu: 1 } },
        },
      },
      { spec: { resources: { requests: { [GPU]: 1 }, limits: { [GPU]: '1' } } } },
      { spec: { resources: { limits: { [GPU]: '2000m' } } } },
      ...['2Ei', '8Ei', '8Pi', '1E', '10P', '1e16', '9223372036854775', '9223372036854775808'].map((count) => ({
        spec: { resources: { limits: { [GPU]: count } } },
      })),
      { spec: { resources: { limits: { 'hugepages-2Mi': '4Mi', memory: '1Gi' } } } },
      { spec: { resources: { requests: { 'example.kubernetes.io/x': '1500m' } } } },
      { spec: { resources: { requests: { cpu: ' 0 ', memory: '1e3' } } } },
    ),
    resources({ cpus: 2 }, {}, `.requests.cpus: invalid value: cpus (${STANDARD})`),
    // A method of every object has this name.
    resources({ constructor: 1 }, {}, `.requests.constructor: invalid value: constructor (${STANDARD})`),
    resources({}, { gpu: 1 }, `.limits.gpu: invalid value: gpu (${STANDARD})`),
    resources({ pods: 1 }, {}, `.requests.pods: invalid value: pods (${STANDARD})`),
    resources({ storage: '1Gi' }, {}, `.requests.storage: invalid value: storage (${STANDARD})`),
    resources({}, { 'a b': 1 }, `.limits[a b]: invalid value: a b (${KEY})`),
    resources(
      {},
      { 'Example.com/x': 1 },
      `.limits[Example.com/x]: invalid value: Example.com/x (prefix part ${SUBDOMAIN})`,
    ),
    resources(
      {},
      { 'requests.example.com/x': 1 },
      ".limits[requests.example.com/x]: invalid value: requests.example.com/x (doesn't follow extended resource name standard)",
    ),
    resources(
      { [GPU]: 1 },
      {},
      `.requests[${GPU}]: Limit must be set for non overcommitable resources (set limits of ${GPU} to 1)`,
    ),
    resources({ [GPU]: 1 }, { [GPU]: 2 }, `.requests[${GPU}]: invalid value: 1 (must be equal to ${GPU} limit of 2)`),
    resources({}, { [GPU]: '500m' }, `.limits[${GPU}]: invalid value: 500m (must be an integer)`),
    ...'1Ei 1.5Ei 9Pi 9223372036854776 99999999999999999999 99999999999999999999k 9223372036854776.1e1 200000000000000000.5G'
      .split(' ')
      .map((count) => resources({}, { [GPU]: count }, `.limits[${GPU}]: invalid value: ${count} (must be an integer)`)),
    resources({}, { 'hugepages-2Mi': '4Mi' }, ': HugePages require cpu or memory'),
    resources(
      {},
      { 'hugepages-2Mi': '3Mi', cpu: 1 },
      '.limits.hugepages-2Mi: invalid value: 3Mi (3Mi is not positive integer multiple of hugepages-2Mi)',
    ),
    resources(
      {},
      { 'hugepages-big': '4Mi', cpu: 1 },
      '.limits.hugepages-big: invalid value: 4Mi (4Mi is not positive integer multiple of hugepages-big)',
    ),
    resources({ cpu: 2 }, { cpu: 1 }, '.requests.cpu: invalid value: 2 (must be less than or equal to cpu limit of 1)'),
    resources({ cpu: -1 }, {}, '.requests.cpu: invalid value: -1 (must be greater than or equal to 0)'),
    resources(
      { cpu: 'one' },
      {},
      '.requests.cpu: invalid value: one (a quantity is a number with a unit, such as 500m or 2Gi)',
    ),
    resources(
      { memory: '2GB' },
      {},
      '.requests.memory: invalid value: 2GB (a quantity is a number with a unit, such as 500m or 2Gi)',
    ),
  ],
  tolerations: [
    ...valid(
      { spec: { tolerations: [{ key: 'a', value: 'b' }, { operator: 'Exists' }] } },
      { spec: { tolerations: [{ key: 'a/b', operator: 'Equal', effect: 'NoExecute', tolerationSeconds: -5 }] } },
    ),
    toleration({ key: 'a', operator: 'Exist' }, 'operator: unsupported value: Exist (supported values: Equal, Exists)'),
    toleration(
      { key: 'a', operator: 'Gt', value: '1' },
      'operator: unsupported value: Gt (supported values: Equal, Exists)',
    ),
    toleration(
      { key: 'a', operator: 'Exists', value: 'b' },
      "value: invalid value: b (value must be empty when `operator` is 'Exists')",
    ),
    toleration(
      { value: 'b' },
      'operator: invalid value: Equal (operator must be Exists when `key` is empty, which means "match all values and all keys")',
    ),
    toleration({ key: 'a b', operator: 'Exists' }, `key: invalid value: a b (${KEY})`),
    toleration({ key: 'a', value: 'b c' }, `value: invalid value: b c (${VALUE})`),
    toleration(
      { key: 'a', operator: 'Exists', effect: 'NoRun' },
      'effect: unsupported value: NoRun (supported values: NoSchedule, PreferNoSchedule, NoExecute)',
    ),
    toleration(
      { key: 'a', operator: 'Exists', tolerationSeconds: 5 },
      "effect: invalid value:  (effect must be 'NoExecute' when `tolerationSeconds` is set)",
    ),
  ],
  nodeSelector: [
    ...valid({ spec: { nodeSelector: { 'a.b/C_d': '', zone: 'x.Y_z-1' } } }),
    { spec: { nodeSelector: { a: 'b c' } }, says: [`spec.nodeSelector.a: invalid value: b c (${VALUE})`] },
    {
      spec: { nodeSelector: { 'a/b/c': 'd' } },
      says: [
        "spec.nodeSelector[a/b/c]: invalid value: a/b/c (a valid label key has one '/' at most, such as 'example.com/MyName')",
      ],
    },
    {
      spec: { nodeSelector: { '/a': 'd' } },
      says: ['spec.nodeSelector[/a]: invalid value: /a (prefix part must be non-empty)'],
    },
    {
      spec: { nodeSelector: { a: LONG } },
      says: [`spec.nodeSelector.a: invalid value: ${LONG} (must be no more than 63 characters)`],
    },
  ],
  nodeAffinity: [
    ...valid(
      { spec: { affinity: {} } },
      { spec: { affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{}] } } } } },
    ),
    nodeTerm({ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] }),
    nodeTerm({ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['x'] }] }),
    nodeTerm({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }),
    nodeTerm(
      { matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] },
      'matchExpressions[0].operator: invalid value: in (not a valid selector operator)',
    ),
    nodeTerm({ matchExpressions: [{ key: 'a', operator: 'In' }] }, `matchExpressions[0].values: ${OF_COMPUTE}`),
    nodeTerm(
      { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] },
      `matchExpressions[0].values[0]: invalid value: b c (${VALUE})`,
    ),
    nodeTerm(
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
      "matchExpressions[0].values: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ),
    nodeTerm(
      { matchExpressions: [{ key: 'a', operator: 'Lt', values: ['1', '2'] }] },
      "matchExpressions[0].values: must be specified single value when `operator` is 'Lt' or 'Gt'",
    ),
    nodeTerm({ matchExpressions: [{ key: '', operator: 'Exists' }] }, 'matchExpressions[0].key: missing field(s)'),
    nodeTerm(
      { matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['a'] }] },
      'matchFields[0].key: invalid value: metadata.uid (not a valid field selector key)',
    ),
    nodeTerm(
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a', 'b'] }] },
      "matchFields[0].values: must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    ),
    nodeTerm(
      { matchFields: [{ key: 'metadata.name', operator: 'Exists' }] },
      'matchFields[0].operator: invalid value: Exists (not a valid selector operator)',
    ),
    {
      spec: { affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } } },
      says: [`spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms: must have at least one node selector term`],
    },
    preferredNode(100, { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] }),
    preferredNode(101, {}, 'weight: invalid value: 101 (must be in the range 1-100)'),
    preferredNode(0, {}, 'weight: invalid value: 0 (must be in the range 1-100)'),
  ],
  podAffinity: [
    podTerm({ topologyKey: TOPOLOGY }),
    podTerm({
      topologyKey: TOPOLOGY,
      labelSelector: { matchLabels: { a: 'b' } },
      matchLabelKeys: ['c'],
      mismatchLabelKeys: ['d'],
    }),
    podTerm({
      topologyKey: TOPOLOGY,
      labelSelector: { matchLabels: { toString: 'a' } },
      matchLabelKeys: ['toString'],
    }),
    podTerm({ topologyKey: '' }, 'topologyKey: missing field(s)'),
    podTerm({ topologyKey: 'a b' }, `topologyKey: invalid value: a b (${KEY})`),
    podTerm({ topologyKey: TOPOLOGY, namespaces: ['A'] }, `namespaces[0]: invalid value: A (${LABEL})`),
    podTerm(
      { topologyKey: TOPOLOGY, labelSelector: { matchLabels: { a: 'b c' } } },
      `labelSelector.matchLabels.a: invalid value: b c (${VALUE})`,
    ),
    podTerm(
      { topologyKey: TOPOLOGY, labelSelector: { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] } },
      'labelSelector.matchExpressions[0].operator: invalid value: Gt (not a valid selector operator)',
    ),
    podTerm(
      { topologyKey: TOPOLOGY, namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'NotIn' }] } },
      `namespaceSelector.matchExpressions[0].values: ${OF_COMPUTE}`,
    ),
    podTerm(
      { topologyKey: TOPOLOGY, matchLabelKeys: ['a'] },
      'matchLabelKeys: must not be specified when labelSelector is not set',
    ),
    podTerm(
      { topologyKey: TOPOLOGY, labelSelector: {}, matchLabelKeys: ['a'], mismatchLabelKeys: ['a'] },
      'matchLabelKeys[0]: invalid value: a (exists in both matchLabelKeys and mismatchLabelKeys)',
    ),
    {
      spec: { affinity: { podAffinity: { [PREFERRED]: [{ weight: 0, podAffinityTerm: { topologyKey: TOPOLOGY } }] } } },
      says: [`spec.affinity.podAffinity.${PREFERRED}[0].weight: invalid value: 0 (must be in the range 1-100)`],
    },
  ],
  env: [
    source({ fieldRef: { fieldPath: 'metadata.name' } }),
    source({ fieldRef: { fieldPath: "metadata.annotations['Example.com/A']" } }),
    source({ resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } }),
    source({ resourceFieldRef: { resource: 'requests.hugepages-2Mi' } }),
    source({ configMapKeyRef: { name: 'a', key: 'b.c' } }),
    source({}, ': must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'),
    source(
      { fieldRef: { fieldPath: 'metadata.name' }, configMapKeyRef: { name: 'a', key: 'b' } },
      ': may not have more than one field specified at a time',
    ),
    source(
      { fieldRef: { fieldPath: 'metadata.labels' } },
      '.fieldRef.fieldPath: unsupported value: metadata.labels (supported values: metadata.name, metadata.namespace, metadata.uid, spec.nodeName, spec.serviceAccountName, status.hostIP, status.hostIPs, status.podIP, status.podIPs)',
    ),
    source(
      { fieldRef: { fieldPath: "metadata.labels['a b']" } },
      `.fieldRef.fieldPath: invalid value: metadata.labels['a b'] (${KEY})`,
    ),
    source(
      { fieldRef: { fieldPath: "spec.nodeName['a']" } },
      ".fieldRef.fieldPath: invalid value: spec.nodeName['a'] (does not support subscript)",
    ),
    source(
      { fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } },
      '.fieldRef.apiVersion: invalid value: v2 (unsupported pod version: v2)',
    ),
    source(
      { resourceFieldRef: { resource: 'limits.gpu' } },
      '.resourceFieldRef.resource: unsupported value: limits.gpu (supported values: limits.cpu, requests.cpu, limits.memory, requests.memory, limits.ephemeral-storage, requests.ephemeral-storage)',
    ),
    source(
      { resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } },
      ".resourceFieldRef.divisor: invalid value: 1Mi (only divisor's values 1m and 1 are supported with limits.cpu)",
    ),
    source({ configMapKeyRef: { name: 'A', key: 'b' } }, `.configMapKeyRef.name: invalid value: A (${SUBDOMAIN})`),
    source({ configMapKeyRef: { name: 'a', key: 'b/c' } }, `.configMapKeyRef.key: invalid value: b/c (${CONFIG_KEY})`),
    source(
      { configMapKeyRef: { name: 'a', key: '..b' } },
      ".configMapKeyRef.key: invalid value: ..b (must not start with '..')",
    ),
    source(
      { fileKeyRef: { volumeName: 'a', path: 'b', key: 'c' } },
      '.fileKeyRef: a Build has no volumes, so this file does not exist: remove the field',
    ),
    {
      spec: { env: [{ name: 'A', value: 'b', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
      says: ['spec.env[0].valueFrom: may not be specified when `value` is not empty'],
    },
  ],
  /** The API server accepts these, but no container could start. */
  characters: [
    { spec: { env: [{ name: 'A', value: 'b\0' }] }, says: [`spec.env[0].value: ${NUL}`] },
    { spec: { defaultProcess: 'a\0b' }, says: [`spec.defaultProcess: ${NUL}`] },
    { metadata: { annotations: { a: '\0' } }, says: [`metadata.annotations.a: ${NUL}`] },
    {
      spec: { env: [{ name: 'A', value: '\ud800' }] },
      says: ['spec.env[0].value: contains half of a surrogate pair, which is not a character'],
    },
    ...valid({ spec: { env: [{ name: 'A', value: '\u0001\u001b😀\n' }] } }),
  ],
  /** The API server accepts the Build, but the Pod has further annotations. */
  size: [
    {
      metadata: { annotations: { a: 'b'.repeat(256 * 1024 - 1) } },
      says: [
        'metadata.annotations: the Pod gets 262144 bytes of annotations from the Build, and has room for 258048: shorten them',
      ],
    },
    ...valid({ metadata: { annotations: { a: 'b'.repeat(252 * 1024 - 1) } } }),
  ],
  names: [
    ...valid({ spec: { priorityClassName: 'some.class', runtimeClassName: 'some-class', schedulerName: 'Any thing' } }),
    { spec: { priorityClassName: 'A' }, says: [`spec.priorityClassName: invalid value: A (${SUBDOMAIN})`] },
    { spec: { runtimeClassName: 'a_b' }, says: [`spec.runtimeClassName: invalid value: a_b (${SUBDOMAIN})`] },
    {
      spec: { activeDeadlineSeconds: 0 },
      says: ['spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)'],
    },
  ],
  metadata: [
    ...valid(
      {
        metadata: {
          labels: { 'app.kubernetes.io/Name': '', a: 'B_c.d' },
          annotations: { 'Example.com/Any-key': 'any\ttext' },
        },
      },
      { metadata: { name: undefined, generateName: 'a.b-' } },
      { metadata: { name: undefined, generateName: 'a'.repeat(100) } },
      { metadata: { name: 'b'.repeat(253) } },
    ),
    metadata({ labels: { a: 'b c' } }, `labels.a: invalid value: b c (${VALUE})`),
    metadata({ labels: { a: LONG } }, `labels.a: invalid value: ${LONG} (must be no more than 63 characters)`),
    metadata({ labels: { 'a/': 'b' } }, 'labels[a/]: invalid value: a/ (name part must be non-empty)'),
    metadata(
      { labels: { [LONG]: 'b' } },
      `labels.${LONG}: invalid value: ${LONG} (name part must be no more than 63 characters)`,
    ),
    metadata({ annotations: { 'a b': 'c' } }, `annotations[a b]: invalid value: a b (${KEY})`),
    metadata({ annotations: { a: 'b'.repeat(256 * 1024) } }, 'annotations: may not be more than 262144 bytes'),
    metadata({ name: undefined, generateName: 'A-' }, `generateName: invalid value: A- (${SUBDOMAIN})`),
    metadata({ name: undefined, generateName: 'a b' }, `generateName: invalid value: a b (${SUBDOMAIN})`),
    metadata({ name: 'a_b' }, `name: invalid value: a_b (${SUBDOMAIN})`),
    metadata(
      { name: 'b'.repeat(254) },
      `name: invalid value: ${'b'.repeat(254)} (must be no more than 253 characters)`,
    ),
  ],
};
