import { expect } from 'chai';
import { diagnose } from '../../../../src/insight/doctor/diagnose.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { ClusterFacts } from '../../../../src/insight/doctor/cluster-facts.ts';
import { type Changes, expectOnly, type Fault, problemsOf } from './fault.ts';
import {
  defaultClass,
  deployment,
  IMAGE,
  lease,
  NO_MESH_FLAGS,
  NOW_MS,
  podProbe,
  read,
  refusedPod,
  someFacts,
  UNREAD,
  waitingPod,
} from './some-facts.ts';

const PROXY = { name: 'istio-proxy', image: 'proxy' };
const NATIVE_PROXY = { ...PROXY, restartPolicy: 'Always' };
const ON_PODS = { controller: { settings: read({ BACKEND: 'native' }) } };
/** Tekton waits for injected proxies. */
const MESH_FLAGS = { tekton: { flags: read({ 'set-security-context': 'true' }) } };
const UNPROBED = { probes: { pods: {} } };
const PROXIES = {
  pods: {
    taskrun: podProbe('taskrun', { containers: [PROXY] }),
    'pod-init': podProbe('pod-init', { containers: [PROXY] }),
    'pod-containers': podProbe('pod-containers', { containers: [PROXY] }),
  },
};

/** Returns what is found about the version of Kubernetes and Tekton. */
function versionMessages(version: string): readonly string[] {
  const facts = someFacts({ kubernetes: read(version), tekton: { version: read(version) } });
  const findings = diagnose(facts).filter(({ check }) => check === 'kubernetes' || check === 'tekton');
  return findings.map(({ message }) => message.replaceAll(/up to \d+\.\d+\./g, 'up to ….'));
}

function quota(hard: JsonObject, used: JsonObject, spec: JsonObject = {}): JsonObject {
  return { metadata: { name: 'compute' }, spec: { hard, ...spec }, status: { hard, used } };
}

function limitRange(limit: JsonObject): JsonObject {
  return { metadata: { name: 'defaults' }, spec: { limits: [{ type: 'Container', ...limit }] } };
}

const UNLIMITED = { ...IMAGE, spec: { tag: 'registry.example.com/shop' } };

function cachedImage(volume: JsonObject): JsonObject {
  return { ...IMAGE, spec: { cache: { volume } } };
}

function claim(phase: string, storageClassName = 'standard'): JsonObject {
  return { metadata: { name: 'shop-cache' }, spec: { storageClassName }, status: { phase } };
}

function pushFails(code: string): ClusterFacts['pushes'] {
  const result = read({ kind: 'failed', code, message: 'the registry says no' } as const);
  return [{ image: 'shop', repository: 'registry.example.com/shop', serviceAccount: 'builder', result }];
}

function webhookFor(group: string, resource: string, failurePolicy = 'Fail'): JsonObject {
  const rules = [{ apiGroups: [group], resources: [resource], operations: ['CREATE'] }];
  const clientConfig = { service: { namespace: 'gone', name: 'hook' } };
  return {
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'policies' },
    webhooks: [{ name: 'a.example.com', failurePolicy, clientConfig, rules }],
  };
}

const MISSING = { missingServices: read(['gone/hook']) };

function conversion(name: string): JsonObject {
  const clientConfig = { service: { namespace: 'gone', name: 'hook' } };
  return {
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig } } },
  };
}

function withCondition(kind: string, name: string, condition: JsonObject): JsonObject {
  return {
    kind,
    metadata: { name, ownerReferences: [{ kind: 'Image', name: 'shop' }] },
    status: { conditions: [condition] },
  };
}

function leaseIn(namespace: string, renewTime = '2026-01-01T00:00:20Z'): JsonObject {
  return { ...lease(namespace, renewTime), metadata: { name: 'taskpack-controller', namespace } };
}

function notReady(name: string): JsonObject {
  const condition = { type: 'Ready', status: 'False', reason: 'BuilderNotFound', message: 'Builder base not found' };
  return withCondition('Image', name, condition);
}

const OUTDATED = {
  ...withCondition('Builder', 'base', { type: 'Ready', status: 'True' }),
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'UpToDate', status: 'False', reason: 'ReconcileFailed' },
    ],
  },
};

const FAULTS: readonly Fault[] = [
  ...(
    [
      ['that kubernetes has not observed', { observedGeneration: 1 }, /has not observed the last change/],
      ['with missing Pods', { updatedReplicas: 1 }, /1 of 2 Pods have the last version/],
      ['with older Pods', { replicas: 3 }, /older version still run/],
      ['whose Pods are not available', { availableReplicas: 1 }, /: 1 of 2 Pods are available\. Changed settings/],
    ] as const
  ).map(([title, status, message]): Fault => [
    `a rollout ${title}`,
    { controller: { deployment: read(deployment(status)) } },
    'rollout',
    'warning',
    message,
  ]),
  [
    'a controller that crashes',
    {
      controller: {
        deployment: read(deployment({ availableReplicas: 1 })),
        pods: read([waitingPod('CrashLoopBackOff'), waitingPod('ContainerCreating')]),
      },
    },
    'rollout',
    'warning',
    /available\. Pod taskpack-controller-new waits: CrashLoopBackOff\. Changed/,
  ],
  [
    'a tag of Images of two namespaces',
    { sharedTags: read([{ tag: 'registry.example.com/shop:latest', images: ['team/shop', 'rival/copy'] }]) },
    'tags',
    'warning',
    /^Images of different namespaces push to registry\.example\.com\/shop:latest, .*: team\/shop, rival\/copy\.$/,
  ],
  [
    'an Image without its builder',
    { namespace: { images: read([notReady('shop')]), storageClasses: read([defaultClass()]) } },
    'image',
    'error',
    /The Image shop is not ready: BuilderNotFound: Builder base not found\.$/,
  ],
  ...['Ready', 'UpToDate'].map((type): Fault => [
    `a source whose condition ${type} is False`,
    {
      namespace: {
        resolvers: read([
          withCondition('SourceResolver', 'shop-source', { type, status: 'False', message: 'no route' }),
        ]),
      },
    },
    'source',
    'warning',
    /cannot read the source of the Image shop, so new commits cause no Build: no route\.$/,
  ]),
  [
    'a Builder that is not ready',
    { namespace: { builders: read([withCondition('Builder', 'base', { type: 'Ready', status: 'False' })]) } },
    'builder',
    'error',
    /The Builder base is not ready\.$/,
  ],
  [
    'a Builder that is not up to date',
    { namespace: { builders: read([OUTDATED]) } },
    'builder',
    'warning',
    /The Builder base is not up to date: ReconcileFailed\.$/,
  ],
  [
    'a ClusterBuilder that is not ready',
    {
      namespace: {
        clusterBuilders: read([withCondition('ClusterBuilder', 'base', { type: 'Ready', status: 'False' })]),
      },
    },
    'builder',
    'error',
    /The ClusterBuilder base is not ready\.$/,
  ],
  ['an old Kubernetes', { kubernetes: read('v1.29.3') }, 'kubernetes', 'error', /v1\.29\.3 is older than 1\.30/],
  ['missing definitions', { missingDefinitions: read(['images']) }, 'definitions', 'error', /not serve images/],
  ['no leader', { controller: { lease: read(undefined) } }, 'controller', 'error', /No controller of taskpack leads/],
  [
    'a leader that stopped',
    { controller: { lease: read(lease('c', '2025-12-31T23:58:00Z')) } },
    'controller',
    'error',
    /c-0 has not renewed its Lease for 150 s/,
  ],
  [
    'controllers with Leases in two namespaces',
    { controller: { leases: read([leaseIn('taskpack'), leaseIn('default'), leaseIn('old', '2025-12-31T23:58:00Z')]) } },
    'controller',
    'error',
    /^Two controllers run every Build: taskpack-0 \(namespace taskpack\), default-0 \(namespace default\)\.$/,
  ],
  ["kpack's controller", { controller: { kpack: read('deployment kpack/x') } }, 'controller', 'error', /kpack\/x/],
  [
    'BACKEND=tekton without Tekton',
    { tekton: { isServed: read(false) }, controller: { settings: read({ BACKEND: 'tekton' }) }, probes: { pods: {} } },
    'tekton',
    'error',
    /does not serve TaskRuns/,
  ],
  [
    'a Tekton that is too old',
    { tekton: { version: read('v0.43.2') }, namespace: { object: read({ metadata: { name: 'team' } }) } },
    'tekton',
    'error',
    /v0\.43\.2 is older than 0\.44/,
  ],
  [
    'a Tekton without results of steps',
    { tekton: { version: read('v0.58.0') } },
    'tekton',
    'note',
    /v0\.58\.0 has no results of steps\. .* the published Tasks do not run\.$/,
  ],
  [
    'results of steps behind a flag',
    { tekton: { version: read('v0.59.0') } },
    'tekton',
    'note',
    /v0\.59\.0 has no results of steps/,
  ],
  [
    'results of steps behind a flag that could not be read',
    { tekton: { version: read('v0.59.0'), flags: UNREAD } },
    'tekton',
    'note',
    /unless the flag enable-step-actions is true, which could not be read/,
  ],
  [
    'a Tekton without the flag for Pod Security',
    { tekton: { version: read('v0.48.0') } },
    'tekton-flags',
    'error',
    /v0\.48\.0 has no flag set-security-context/,
  ],
  [
    'a dummy sidecar that only the controller ends',
    {
      tekton: { flags: read({ 'enable-kubernetes-sidecar': 'true', 'set-security-context': 'true' }) },
      controller: { settings: read({ DUMMY_SIDECAR: 'always' }) },
    },
    'tekton-flags',
    'warning',
    /a TaskRun ends only because taskpack's controller stops its Pod/,
  ],
  [
    'await-sidecar-readiness false, beside an unknown mesh',
    { ...UNPROBED, tekton: { flags: read({ 'await-sidecar-readiness': 'false', 'set-security-context': 'true' }) } },
    'tekton-flags',
    'warning',
    /await-sidecar-readiness is false/,
  ],
  [
    'running-in-environment-with-injected-sidecars false, beside an unknown mesh',
    {
      ...UNPROBED,
      tekton: {
        flags: read({ 'running-in-environment-with-injected-sidecars': 'false', 'set-security-context': 'true' }),
      },
    },
    'tekton-flags',
    'warning',
    /running-in-environment-with-injected-sidecars is false/,
  ],
  [
    'Secrets that Tekton shows',
    { controller: { settings: read({ TASKRUN_SERVICE_ACCOUNT: 'build' }) } },
    'tekton-flags',
    'error',
    /CredentialsExposed/,
  ],
  [
    'a Kubernetes that drops the user namespace of a Pod',
    { kubernetes: read('v1.32.0'), controller: { settings: read({ EXTENSION_BUILDERS: 'r.test/*' }) } },
    'image-extensions',
    'error',
    /^Kubernetes v1\.32\.0 gives Pods no user namespace by default, so image extensions are root on the node/,
  ],
  [
    'a Tekton without user namespaces',
    { tekton: { version: read('v1.8.0') }, controller: { settings: read({ EXTENSION_BUILDERS: 'r.test/*' }) } },
    'image-extensions',
    'error',
    /^This Tekton cannot give a Pod a user namespace/,
  ],
  [
    'a namespace without the label for image extensions',
    { controller: { settings: read({ EXTENSION_BUILDERS: 'r.test/*', EXTENSION_USER_NAMESPACES: 'false' }) } },
    'image-extensions',
    'note',
    /lacks the label taskpack\.dev\/image-extensions=true/,
  ],
  [
    'restricted, which refuses image extensions',
    {
      controller: { settings: read({ EXTENSION_BUILDERS: 'r.test/*', EXTENSION_USER_NAMESPACES: 'false' }) },
      namespace: {
        object: read({
          metadata: {
            name: 'team',
            labels: {
              'taskpack.dev/image-extensions': 'true',
              'pod-security.kubernetes.io/enforce': 'restricted',
            },
          },
        }),
      },
    },
    'image-extensions',
    'error',
    /enforces restricted, which refuses the Pods of image extensions/,
  ],
  [
    "Tekton's own containers",
    { tekton: { flags: read({}) } },
    'tekton-flags',
    'error',
    /set-security-context is false/,
  ],
  [
    "kpack's webhook",
    {
      webhooks: {
        configurations: read([
          { kind: 'MutatingWebhookConfiguration', metadata: { name: 'defaults.webhook.kpack.io' } },
        ]),
      },
    },
    'webhooks',
    'error',
    /MutatingWebhookConfiguration defaults\.webhook\.kpack\.io of kpack still exists/,
  ],
  [
    "kpack's conversion",
    { webhooks: { definitions: read([conversion('builds.kpack.io')]) } },
    'webhooks',
    'error',
    /the conversion of CustomResourceDefinition builds\.kpack\.io/,
  ],
  [
    "Tekton's conversion without its Service",
    { webhooks: { definitions: read([conversion('tasks.tekton.dev')]), ...MISSING } },
    'webhooks',
    'error',
    /gone\/hook converts the objects of tasks\.tekton\.dev/,
  ],
  ...(['pods', '*'] as const).map((resource): Fault => [
    `a webhook for ${resource} without its Service`,
    { webhooks: { configurations: read([webhookFor('', resource)]), ...MISSING } },
    'webhooks',
    'error',
    /policies is served by the Service gone\/hook, which does not exist/,
  ]),
  ['no namespace', { namespace: { object: read(undefined) } }, 'namespace', 'error', /team does not exist/],
  [
    'a Pod that Pod Security refuses',
    { probes: { pods: { taskrun: refusedPod('taskrun', 'violates PodSecurity "restricted:latest"') } } },
    'pod-security',
    'error',
    /refuses the Pod of a TaskRun: violates PodSecurity/,
  ],
  [
    'a quota that refuses a Pod',
    { probes: { pods: { taskrun: refusedPod('taskrun', 'exceeded quota: compute') } } },
    'quota',
    'error',
    /exceeded quota: compute/,
  ],
  [
    'a LimitRange that refuses a Pod',
    { probes: { pods: { taskrun: refusedPod('taskrun', 'maximum memory usage per Container is 1Gi') } } },
    'limits',
    'error',
    /maximum memory/,
  ],
  [
    'a webhook that does not answer',
    { probes: { pods: { taskrun: refusedPod('taskrun', 'failed calling webhook "a.example.com"') } } },
    'webhooks',
    'error',
    /failed calling webhook/,
  ],
  [
    'a ServiceAccount that does not exist',
    {
      probes: {
        pods: {
          taskrun: refusedPod(
            'taskrun',
            'error looking up service account team/builder: serviceaccount "builder" not found',
          ),
        },
      },
    },
    'account',
    'error',
    /serviceaccount "builder" not found/,
  ],
  [
    'a policy',
    { probes: { pods: { taskrun: refusedPod('taskrun', 'denied by a policy') } } },
    'admission',
    'error',
    /denied by a policy/,
  ],
  [
    'a refused TaskRun',
    { probes: { taskRun: read({ kind: 'refused', message: 'must not set the field(s): spec.taskSpec' }) } },
    'admission',
    'error',
    /refuses a TaskRun: must not set/,
  ],
  [
    'a refused layout that is not used',
    { probes: { pods: { taskrun: podProbe('taskrun'), 'pod-init': refusedPod('pod-init', 'denied by a policy') } } },
    'admission',
    'note',
    /refuses a Pod in the init layout/,
  ],
  [
    'a proxy beside native sidecars of Tekton',
    {
      probes: PROXIES,
      tekton: { flags: read({ 'enable-kubernetes-sidecar': 'true', 'set-security-context': 'true' }) },
    },
    'injection',
    'warning',
    /the Pods of its own TaskRuns, which end as Failed/,
  ],
  [
    'a TaskRun that waits without a mesh',
    MESH_FLAGS,
    'injection',
    'note',
    /Tekton waits for injected proxies before the first step/,
  ],
  [
    'a TaskRun that waits because of its own sidecar',
    { tekton: { flags: read(NO_MESH_FLAGS) }, controller: { settings: read({ DUMMY_SIDECAR: 'always' }) } },
    'injection',
    'note',
    /Tekton waits for injected proxies before the first step/,
  ],
  [
    'an old Tekton that stops no proxy by itself',
    {
      probes: { pods: { taskrun: podProbe('taskrun', { containers: [PROXY] }) } },
      tekton: { ...MESH_FLAGS.tekton, version: read('v0.46.0') },
      controller: { settings: read({ DUMMY_SIDECAR: 'never' }) },
    },
    'injection',
    'warning',
    /Tekton v0\.46\.0 stops istio-proxy only if the TaskRun declares a sidecar/,
  ],
  [
    'a TaskRun that does not wait for its proxy',
    { probes: { pods: { taskrun: podProbe('taskrun', { containers: [PROXY] }) } } },
    'injection',
    'error',
    /Tekton does not wait for istio-proxy/,
  ],
  [
    'a proxy in the init layout',
    { probes: PROXIES, ...ON_PODS },
    'injection',
    'error',
    /init layout gets istio-proxy although/,
  ],
  [
    'a quota that is too small',
    { namespace: { quotas: read([quota({ 'requests.memory': '512Mi' }, {})]) } },
    'quota',
    'error',
    /needs 1Gi of requests\.memory, but the ResourceQuota compute has only 512Mi/,
  ],
  [
    'a quota that is used up',
    { namespace: { quotas: read([quota({ memory: '4Gi' }, { memory: '3584Mi' })]) } },
    'quota',
    'warning',
    /needs 1Gi of memory, but 3584Mi of 4Gi/,
  ],
  [
    'a quota of Pods that is used up',
    { namespace: { quotas: read([quota({ pods: '4' }, { pods: '4' })]) } },
    'quota',
    'warning',
    /needs 1 of pods, but 4 of 4/,
  ],
  [
    'a small default of memory',
    { namespace: { images: read([UNLIMITED]), limitRanges: read([limitRange({ default: { memory: '512Mi' } })]) } },
    'limits',
    'warning',
    /limits each phase of the Image shop to 512Mi of memory/,
  ],
  [
    'a small default of CPU',
    { namespace: { images: read([UNLIMITED]), limitRanges: read([limitRange({ default: { cpu: '250m' } })]) } },
    'limits',
    'warning',
    /to 250m CPU/,
  ],
  [
    'no default StorageClass',
    { namespace: { storageClasses: read([{ metadata: { name: 'slow' } }]) } },
    'storage',
    'error',
    /no default StorageClass, which the cache of the Image shop needs/,
  ],
  [
    'a missing StorageClass',
    { namespace: { images: read([cachedImage({ storageClassName: 'fast' })]) } },
    'storage',
    'error',
    /needs the StorageClass fast, which does not exist/,
  ],
  [
    'a claim that waits',
    { namespace: { claims: read([claim('Pending')]) } },
    'storage',
    'warning',
    /shop-cache has no volume yet/,
  ],
  [
    'a lost volume',
    { namespace: { claims: read([claim('Lost')]) } },
    'storage',
    'error',
    /shop-cache has lost its volume/,
  ],
  [
    'wrong credentials',
    { pushes: pushFails('UNAUTHORIZED') },
    'registry',
    'error',
    /builder of the Image shop cannot push/,
  ],
  [
    'a Secret for no git server',
    {
      pushes: [
        {
          image: 'shop',
          repository: 'registry.example.com/shop',
          serviceAccount: 'builder',
          result: read({ kind: 'allowed' }),
          unusedSecrets: ['login: the annotation kpack.io/git matches no URL'],
        },
      ],
    },
    'account',
    'warning',
    /builder lists a Secret that no source can use: login: the annotation kpack.io\/git matches no URL/,
  ],
  ['a registry out of reach', { pushes: pushFails('NETWORK') }, 'registry', 'warning', /the registry says no/],
  [
    'a clock that is ahead',
    {
      clocks: {
        server: read({ sentMs: NOW_MS + 60_000, receivedMs: NOW_MS + 60_100, atMs: NOW_MS }),
        nowMs: NOW_MS + 60_100,
      },
    },
    'clock',
    'warning',
    /this machine is 59 s ahead of/,
  ],
  [
    'a clock that is behind',
    {
      clocks: {
        server: read({ sentMs: NOW_MS - 60_000, receivedMs: NOW_MS - 59_900, atMs: NOW_MS }),
        nowMs: NOW_MS - 59_900,
      },
    },
    'clock',
    'warning',
    /this machine is 60 s behind/,
  ],
  [
    'a node whose clock is ahead',
    { clocks: { nodeLeases: read([lease('node', '2026-01-01T00:05:30Z')]) } },
    'clock',
    'warning',
    /clock of node-0 is 300 s ahead of/,
  ],
  [
    'a node that is down',
    { clocks: { nodeLeases: read([lease('node', '2025-12-31T23:55:30Z')]) } },
    'clock',
    'warning',
    /node-0 renewed its Lease 300 s ago by its clock/,
  ],
  [
    'a controller whose clock is ahead',
    { controller: { lease: read(lease('c', '2026-01-01T00:05:30Z')) } },
    'clock',
    'warning',
    /clock of c-0 is 300 s ahead of/,
  ],
];

/** Facts that look like a fault and are none. */
const HARMLESS: readonly (readonly [title: string, changes: Changes])[] = [
  ['a controller without a Deployment', { controller: { deployment: read(undefined) } }],
  ['a Pod of a finished rollout that waits', { controller: { pods: read([waitingPod('CrashLoopBackOff')]) } }],
  [
    'an Image whose last Build failed',
    {
      namespace: {
        images: read([withCondition('Image', 'shop', { type: 'Ready', status: 'False', reason: 'BuildFailed' })]),
      },
    },
  ],
  [
    'a source that is not polled',
    {
      namespace: {
        resolvers: read([withCondition('SourceResolver', 'shop-source', { type: 'ActivePolling', status: 'False' })]),
      },
    },
  ],
  [
    'a development version of Tekton',
    {
      tekton: {
        version: read('devel'),
        flags: read({
          ...NO_MESH_FLAGS,
          'enable-step-actions': 'true',
          'enable-kubernetes-sidecar': 'false',
          'set-security-context': 'true',
        }),
      },
    },
  ],
  [
    'Tekton 0.59 with its flag',
    {
      tekton: {
        version: read('v0.59.0'),
        flags: read({ ...NO_MESH_FLAGS, 'enable-step-actions': 'True' }),
      },
    },
  ],
  ['no Tekton', { tekton: { isServed: read(false) } }],
  [
    'running-in-environment-with-injected-sidecars false, with the dummy sidecar',
    {
      ...UNPROBED,
      controller: { settings: read({ DUMMY_SIDECAR: 'always' }) },
      tekton: {
        flags: read({ 'running-in-environment-with-injected-sidecars': 'false', 'set-security-context': 'true' }),
      },
    },
  ],
  [
    'accounts of Builds, with disable-creds-init',
    {
      tekton: { flags: read({ ...NO_MESH_FLAGS, 'disable-creds-init': 'true' }) },
      controller: { settings: read({ TASKRUN_SERVICE_ACCOUNT: 'build' }) },
    },
  ],
  [
    'the clock of this machine for the age of Leases',
    { clocks: { server: read({ sentMs: NOW_MS - 5000, receivedMs: NOW_MS, atMs: NOW_MS - 9000 }) } },
  ],
  [
    'a webhook for other objects',
    { webhooks: { configurations: read([webhookFor('apps', 'deployments')]), ...MISSING } },
  ],
  ['a webhook that may fail', { webhooks: { configurations: read([webhookFor('', 'pods', 'Ignore')]), ...MISSING } }],
  ['a webhook with its Service', { webhooks: { configurations: read([webhookFor('', 'pods')]) } }],
  [
    'a proxy beside TaskRuns',
    { probes: { pods: { taskrun: podProbe('taskrun', { containers: [PROXY] }) } }, ...MESH_FLAGS },
  ],
  [
    'a native proxy',
    { probes: { pods: { 'pod-init': podProbe('pod-init', { initContainers: [NATIVE_PROXY] }) } }, ...ON_PODS },
  ],
  [
    'a proxy in the containers layout',
    {
      probes: { pods: { 'pod-containers': podProbe('pod-containers', { containers: [PROXY] }) } },
      controller: { settings: read({ BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' }) },
    },
  ],
  ['a quota with room', { namespace: { quotas: read([quota({ memory: '4Gi' }, { memory: '3Gi' })]) } }],
  ['a quota with a scope', { namespace: { quotas: read([quota({ memory: '1Mi' }, {}, { scopes: ['BestEffort'] })]) } }],
  [
    'a small default that the Image replaces',
    { namespace: { limitRanges: read([limitRange({ default: { memory: '1Mi' } })]) } },
  ],
  [
    'a bound claim of a class that is gone',
    { namespace: { storageClasses: read([]), claims: read([claim('Bound')]) } },
  ],
  [
    'a claim that waits for its first Pod',
    {
      namespace: {
        claims: read([claim('Pending', 'late')]),
        storageClasses: read([
          defaultClass(),
          { metadata: { name: 'late' }, volumeBindingMode: 'WaitForFirstConsumer' },
        ]),
      },
    },
  ],
];

describe('the checks of taskpack doctor', () => {
  it('find nothing in a healthy facts, and say what they checked', () => {
    const findings = diagnose(someFacts());
    expect(problemsOf(findings)).to.deep.equal([]);
    expect(new Set(findings.map(({ result }) => result))).to.deep.equal(new Set(['ok']));
  });

  for (const fault of FAULTS) {
    it(`find ${fault[0]}, and nothing else`, () => expectOnly(fault));
  }

  for (const [title, changes] of HARMLESS) {
    it(`do not mind ${title}`, () => {
      expect(problemsOf(diagnose(someFacts(changes)))).to.deep.equal([]);
    });
  }

  it('report what the permissions of a user do not allow, once for each subject', () => {
    const findings = diagnose(
      someFacts({
        controller: {
          lease: UNREAD,
          leases: UNREAD,
          deployment: UNREAD,
          pods: UNREAD,
          settings: UNREAD,
          kpack: UNREAD,
        },
        tekton: { flags: UNREAD },
        webhooks: { configurations: UNREAD, definitions: UNREAD },
        namespace: { object: UNREAD, quotas: UNREAD, limitRanges: UNREAD, claims: UNREAD, storageClasses: UNREAD },
        probes: { taskRun: UNREAD, pods: { taskrun: UNREAD, 'pod-init': UNREAD, 'pod-containers': UNREAD } },
        clocks: { server: UNREAD, nodeLeases: UNREAD },
      }),
    );
    expect(problemsOf(findings).map(({ result }) => result)).to.not.include.members(['warning', 'error']);
    expect(
      findings.filter(({ result }) => result === 'unknown').map(({ message }) => message.split(':')[0]),
    ).to.deep.equal([
      'the Lease of the controller',
      'controllers in other namespaces',
      "kpack's controller",
      'the rollout of the controller',
      "Tekton's feature flags",
      'admission webhooks',
      'conversion webhooks',
      'the clock of the API server',
      'the clock of the controller',
      'the clocks of nodes',
      'the namespace team',
      'a dry run of a TaskRun',
      'a dry run of the Pod of a TaskRun',
      'ResourceQuotas',
      'LimitRanges',
      'StorageClasses',
      'PersistentVolumeClaims',
    ]);
  });

  it('report a missing namespace once', () => {
    const message = 'namespaces "team" not found';
    const pods = { taskrun: refusedPod('taskrun', message), 'pod-init': refusedPod('pod-init', message) };
    const facts = someFacts({ namespace: { object: read(undefined) }, probes: { pods }, ...MESH_FLAGS });
    expect(problemsOf(diagnose(facts)).map((each) => each.message)).to.deep.equal([
      'The namespace team does not exist.',
    ]);
  });

  it('report how far taskpack is tested if a program has a newer minor version', () => {
    expect(versionMessages('v1.999.0-gke.1')).to.deep.equal([
      'Kubernetes v1.999.0-gke.1. taskpack is tested up to ….',
      'Tekton v1.999.0-gke.1. taskpack is tested up to ….',
    ]);
    expect(versionMessages('v1.15.99')).to.include('Tekton v1.15.99.');
  });

  it('list at most ten Images', () => {
    const images = read(Array.from({ length: 12 }, (_, index) => notReady(`shop-${index}`)));
    const problems = problemsOf(diagnose(someFacts({ namespace: { images } }))).filter(
      ({ check }) => check === 'image',
    );
    expect(problems).to.have.lengthOf(11);
    expect(problems[0]?.advice).to.equal('See its state: taskpack status image/shop-0 -n team');
    expect(problems[10]?.message).to.equal('2 more are in the same state.');
    expect(problems[10]?.advice).to.equal('List them: taskpack list images -n team');
  });

  it('report equal refusals of several layouts once', () => {
    const message = 'denied by a policy';
    const pods = {
      'pod-init': refusedPod('pod-init', message),
      'pod-containers': refusedPod('pod-containers', message),
    };
    const problems = problemsOf(diagnose(someFacts({ probes: { pods }, ...ON_PODS })));
    expect(problems.map((each) => each.message)).to.deep.equal([
      'The API server refuses a Pod in the init layout and a Pod in the containers layout: denied by a policy',
    ]);
  });
});
