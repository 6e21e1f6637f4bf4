import type { CheckName } from '../../../src/insight/doctor/finding.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { CRDS, installCrds } from '../../cluster/custom-resources.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { admittedPod } from '../../cluster/injectors/admitted-pod.ts';
import { until } from '../../cluster/processes/until.ts';
import { kpackPath } from '../crds/kpack-cluster.ts';
import {
  credentials,
  FLAGS,
  LEASE,
  MERGE_PATCH,
  NAMESPACE,
  patch,
  renewLease,
  SETTINGS,
  STORAGE_CLASS,
  TEKTON_INFO,
} from './healthy-cluster.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';

/** A fault of a real cluster. `make` returns how to end it. */
export interface Fault {
  readonly title: string;
  readonly make: (cluster: Cluster, registry: string) => Promise<() => Promise<void>>;
  readonly check: CheckName;
  readonly message: RegExp;
  /** The namespace that is checked. */
  readonly namespace?: string;
}

function created(object: KubernetesObject): Fault['make'] {
  return async ({ client }) => {
    await client.create(object);
    return () => client.delete(object);
  };
}

/** Changes an object, and changes it back. */
function changed(target: KubernetesObject, change: object, back: object): Fault['make'] {
  return async (cluster) => {
    await patch(cluster, target, change);
    return () => patch(cluster, target, back);
  };
}

function rivalLease(nowMs: number): KubernetesObject {
  const renewTime = new Date(nowMs).toISOString().replace('Z', '000Z');
  return anObject(
    'coordination.k8s.io/v1',
    'Lease',
    'taskpack-controller',
    { spec: { holderIdentity: 'laptop', renewTime } },
    'default',
  );
}

function withSettings(data: Readonly<Record<string, string>>): Fault['make'] {
  const none = Object.fromEntries(Object.keys(data).map((key) => [key, null]));
  return changed(SETTINGS, { data }, { data: none });
}

function withFlag(name: string, value: string, before: string | null): Fault['make'] {
  return changed(FLAGS, { data: { [name]: value } }, { data: { [name]: before } });
}

function all(...makes: readonly Fault['make'][]): Fault['make'] {
  return async (cluster, registry) => {
    const ends: (() => Promise<void>)[] = [];
    for (const make of makes) ends.push(await make(cluster, registry));
    return async () => {
      for (const end of ends.toReversed()) await end();
    };
  };
}

function anObject(
  apiVersion: string,
  kind: string,
  name: string,
  fields: object,
  namespace?: string,
): KubernetesObject {
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    ...fields,
  } as KubernetesObject;
}

/** Another tenant. */
const RIVAL = 'doctor-rival';
const IMAGE = anObject('kpack.io/v1alpha2', 'Image', 'shop', {}, NAMESPACE);

function changedImage(spec: object, back: object): Fault['make'] {
  return async ({ client }) => {
    await client.send('PATCH', kpackPath(IMAGE), { spec }, MERGE_PATCH);
    return async () => {
      await client.send('PATCH', kpackPath(IMAGE), { spec: back }, MERGE_PATCH);
    };
  };
}

/** Waits until the quota controller has written the use, because the API server refuses Pods before. */
function withQuota(hard: object): Fault['make'] {
  const quota = anObject('v1', 'ResourceQuota', 'compute', { spec: { hard } }, NAMESPACE);
  return async ({ client }) => {
    await client.create(quota);
    await until('the use of a quota', async () => {
      const status = (await client.get(quota))?.['status'] as { readonly used?: object } | undefined;
      return status?.used === undefined ? undefined : true;
    });
    return () => client.delete(quota);
  };
}

const BUILDS = CRDS.find(({ metadata }) => metadata.name === 'builds.kpack.io') as KubernetesObject;
const BUILDPACKS = CRDS.find(({ metadata }) => metadata.name === 'buildpacks.kpack.io') as KubernetesObject;

const GONE = { service: { namespace: 'gone', name: 'hook', path: '/' } };

const STALE_WEBHOOK = anObject('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'doctor-stale', {
  webhooks: [
    {
      name: 'stale.example.com',
      clientConfig: GONE,
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      timeoutSeconds: 2,
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'nowhere' } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }],
    },
  ],
});

const POLICY = anObject('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', 'doctor-policy', {
  spec: {
    matchConstraints: {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': NAMESPACE } },
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }],
    },
    validations: [{ expression: "object.metadata.name == 'x'", message: 'no Pods here' }],
  },
});
const BINDING = anObject('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'doctor-policy', {
  spec: { policyName: 'doctor-policy', validationActions: ['Deny'] },
});

/** Waits until the API server applies the policy. */
const refusingPods: Fault['make'] = async ({ client }) => {
  await client.create(POLICY);
  await client.create(BINDING);
  await until('a refusal by the policy', async () => {
    const answer = await admittedPod(client, NAMESPACE).then(() => '', String);
    return answer.includes('no Pods here') ? true : undefined;
  });
  return async () => {
    await client.delete(BINDING);
    await client.delete(POLICY);
  };
};

const KPACK = anObject('v1', 'Namespace', 'kpack', {});
/** A Pod with kpack's label that is ready, because the Deployment controller would change the status of a Deployment. */
const kpackRuns: Fault['make'] = async ({ client }) => {
  await client.put(KPACK);
  await client.put(anObject('v1', 'ServiceAccount', 'default', {}, 'kpack'));
  const pod = anObject(
    'v1',
    'Pod',
    'kpack-controller-0',
    { spec: { containers: [{ name: 'c', image: 'kpack' }] } },
    'kpack',
  );
  const labelled = { ...pod, metadata: { ...pod.metadata, labels: { app: 'kpack-controller' } } };
  await client.create(labelled as KubernetesObject);
  const status = { conditions: [{ type: 'Ready', status: 'True' }] };
  await client.send('PATCH', '/api/v1/namespaces/kpack/pods/kpack-controller-0/status', { status }, MERGE_PATCH);
  return async () => {
    await client.send('DELETE', '/api/v1/namespaces/kpack/pods/kpack-controller-0?gracePeriodSeconds=0');
  };
};

const CLAIM = anObject(
  'v1',
  'PersistentVolumeClaim',
  'shop-cache',
  { spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'absent', resources: { requests: { storage: '1Gi' } } } },
  NAMESPACE,
);

function withStatus(target: KubernetesObject, conditions: readonly object[]): Fault['make'] {
  return async ({ client }) => {
    const status = (value: object | null) =>
      client.send('PATCH', `${kpackPath(target)}/status`, { status: value }, MERGE_PATCH);
    await status({ conditions, observedGeneration: await generationOf(client, target) });
    return async () => {
      await status({ conditions: null });
    };
  };
}

async function generationOf(client: Cluster['client'], target: KubernetesObject): Promise<number> {
  const answer = (await client.send('GET', kpackPath(target))) as {
    readonly metadata: { readonly generation: number };
  };
  return answer.metadata.generation;
}

/** A Deployment whose Pods no controller creates. */
const CONTROLLER = anObject(
  'apps/v1',
  'Deployment',
  'taskpack-controller',
  {
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'x' } },
      template: {
        metadata: { labels: { app: 'x' } },
        spec: { containers: [{ name: 'controller', image: 'registry.example.com/steps' }] },
      },
    },
  },
  'taskpack',
);

const BUILDER = anObject('kpack.io/v1alpha2', 'ClusterBuilder', 'doctor-base', {
  spec: {
    tag: 'registry.example.com/base',
    stack: { kind: 'ClusterStack', name: 'base' },
    store: { kind: 'ClusterStore', name: 'base' },
    serviceAccountRef: { name: 'builder', namespace: NAMESPACE },
    order: [{ group: [{ id: 'a' }] }],
  },
});

const NO_LIMITS = { build: { resources: null } };
const LIMITS = { build: { resources: { requests: { cpu: '100m', memory: '1Gi' }, limits: { memory: '2Gi' } } } };

function withLimitRange(limit: object): Fault['make'] {
  return created(
    anObject('v1', 'LimitRange', 'defaults', { spec: { limits: [{ type: 'Container', ...limit }] } }, NAMESPACE),
  );
}

/** The faults that a test can cause on a cluster. Old versions of Kubernetes and Tekton are tables of a unit test. */
export const FAULTS: readonly Fault[] = [
  {
    title: 'a missing definition',
    make: async (cluster) => {
      await cluster.client.delete(BUILDPACKS);
      await until('the definition is gone', async () =>
        (await cluster.client.get(BUILDPACKS)) === undefined ? true : undefined,
      );
      return () => installCrds(cluster);
    },
    check: 'definitions',
    message: /does not serve buildpacks of kpack\.io/,
  },
  {
    title: 'a controller that never ran',
    make: async ({ client }) => {
      await client.delete(LEASE);
      return () => client.put(LEASE);
    },
    check: 'controller',
    message: /No controller of taskpack leads/,
  },
  {
    title: 'a controller that stopped',
    make: async (cluster) => {
      await renewLease(cluster, Date.now() - 125_000, 'stopped-0');
      return () => renewLease(cluster);
    },
    check: 'controller',
    message: /stopped-0 has not renewed its Lease for 1\d\d s/,
  },
  {
    title: 'a second controller with a Lease in another namespace',
    make: async (cluster, registry) => created(rivalLease(Date.now()))(cluster, registry),
    check: 'controller',
    message: /Two controllers run every Build: .*laptop \(namespace default\)/,
  },
  {
    title: 'a rollout that is not finished',
    make: created(CONTROLLER),
    check: 'rollout',
    message: /Deployment taskpack-controller is not finished/,
  },
  {
    title: 'an Image without its builder',
    make: withStatus(IMAGE, [{ type: 'Ready', status: 'False', reason: 'BuilderNotFound', message: 'no builder' }]),
    check: 'image',
    message: /The Image shop is not ready: BuilderNotFound: no builder\./,
  },
  {
    title: 'a ClusterBuilder that is not ready',
    make: all(created(BUILDER), withStatus(BUILDER, [{ type: 'Ready', status: 'False', message: 'no stack' }])),
    check: 'builder',
    message: /The ClusterBuilder doctor-base is not ready: no stack\./,
  },
  { title: "kpack's controller", make: kpackRuns, check: 'controller', message: /pod kpack\/kpack-controller-0/ },
  {
    title: 'an old Tekton',
    make: async (cluster) => {
      const { data } = (await cluster.client.get(TEKTON_INFO)) as unknown as {
        readonly data: { readonly version: string };
      };
      await patch(cluster, TEKTON_INFO, { data: { version: 'v0.43.0' } });
      return () => patch(cluster, TEKTON_INFO, { data });
    },
    check: 'tekton',
    message: /Tekton v0\.43\.0 is older than 0\.44/,
  },
  {
    title: 'a dummy sidecar that only the controller ends',
    make: all(withFlag('enable-kubernetes-sidecar', 'true', 'false'), withSettings({ DUMMY_SIDECAR: 'always' })),
    check: 'tekton-flags',
    message: /a TaskRun ends only because taskpack's controller stops its Pod/,
  },
  {
    title: 'Secrets that Tekton shows to buildpacks',
    make: withSettings({ TASKRUN_SERVICE_ACCOUNT: 'build' }),
    check: 'tekton-flags',
    message: /CredentialsExposed/,
  },
  {
    title: "kpack's webhook",
    make: created(
      anObject('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'defaults.webhook.kpack.io', {}),
    ),
    check: 'webhooks',
    message: /MutatingWebhookConfiguration defaults\.webhook\.kpack\.io of kpack/,
  },
  {
    title: "kpack's conversion",
    make: changed(
      BUILDS,
      {
        spec: {
          conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: GONE } },
        },
      },
      { spec: { conversion: { strategy: 'None', webhook: null } } },
    ),
    check: 'webhooks',
    message: /conversion of CustomResourceDefinition builds\.kpack\.io/,
  },
  {
    title: 'a webhook whose Service is gone',
    make: created(STALE_WEBHOOK),
    check: 'webhooks',
    message: /doctor-stale is served by the Service gone\/hook, which does not exist/,
  },
  { title: 'a policy that refuses Pods', make: refusingPods, check: 'admission', message: /no Pods here/ },
  {
    title: 'a ServiceAccount that does not exist',
    make: changedImage({ serviceAccountName: 'nobody' }, { serviceAccountName: 'builder' }),
    check: 'account',
    message: /serviceaccount "nobody" not found/,
  },
  {
    title: 'a quota that is too small',
    make: withQuota({ 'requests.memory': '512Mi' }),
    check: 'quota',
    message: /needs 1Gi of requests\.memory, but the ResourceQuota compute has only 512Mi/,
  },
  {
    title: 'a quota of Pods that is used up',
    make: withQuota({ pods: '0' }),
    check: 'quota',
    message: /needs 1 of pods, but the ResourceQuota compute has only 0/,
  },
  {
    title: 'a LimitRange that refuses the phases',
    make: withLimitRange({ max: { memory: '1Gi' } }),
    check: 'limits',
    message: /maximum memory usage per Container is 1Gi/,
  },
  {
    title: 'small default limits',
    make: all(
      changedImage(NO_LIMITS, LIMITS),
      withLimitRange({ default: { memory: '256Mi' }, defaultRequest: { memory: '1Mi' } }),
    ),
    check: 'limits',
    message: /limits each phase of the Image shop to 256Mi of memory/,
  },
  {
    title: 'no default StorageClass',
    make: async ({ client }) => {
      await client.delete(STORAGE_CLASS);
      return () => client.put(STORAGE_CLASS);
    },
    check: 'storage',
    message: /no default StorageClass/,
  },
  {
    title: 'a claim without a volume',
    make: async (cluster) => {
      await cluster.client.create(CLAIM);
      await cluster.client.send(
        'PATCH',
        `${kpackPath(IMAGE)}/status`,
        { status: { buildCacheName: 'shop-cache' } },
        MERGE_PATCH,
      );
      return () => cluster.client.delete(CLAIM);
    },
    check: 'storage',
    message: /The claim shop-cache has no volume yet/,
  },
  {
    title: 'a labelled ConfigMap that cannot be used',
    make: created({
      ...anObject('v1', 'ConfigMap', 'network', { data: { 'ca.crt': 'none' } }, NAMESPACE),
      metadata: { name: 'network', namespace: NAMESPACE, labels: { 'taskpack.dev/network': 'true' } },
    }),
    check: 'network',
    message: /ConfigMap doctor\/network, key ca\.crt: holds no PEM certificate/,
  },
  {
    title: 'an Image of another namespace with the same tag',
    make: async (cluster) => {
      const shop = (await cluster.client.get(IMAGE)) as { readonly spec?: object };
      await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: RIVAL } });
      const rival = anObject('kpack.io/v1alpha2', 'Image', 'copy', { spec: shop.spec }, RIVAL);
      await cluster.client.create(rival);
      return () => cluster.client.delete(rival);
    },
    check: 'tags',
    message: /^Images of different namespaces push to .*\/team\/shop:latest, .*: doctor-rival\/copy, doctor\/shop\.$/,
  },
  {
    title: 'a wrong password of the registry',
    make: async ({ client }, registry) => {
      await client.put(credentials(NAMESPACE, registry, 'wrong'));
      return () => client.put(credentials(NAMESPACE, registry, ACCOUNT.password));
    },
    check: 'registry',
    message: /builder of the Image shop cannot push to/,
  },
  {
    title: 'a Secret of the registry that is not JSON',
    make: async ({ client }, registry) => {
      const secret = credentials(NAMESPACE, registry, ACCOUNT.password);
      await client.delete(secret);
      await client.put({ ...secret, type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': '{"a": 1}' } });
      return async () => {
        await client.delete(secret);
        await client.put(secret);
      };
    },
    check: 'registry',
    message: /builder of the Image shop cannot push to/,
  },
  {
    title: 'a controller whose clock is ahead',
    make: async (cluster) => {
      await renewLease(cluster, Date.now() + 300_000, 'ahead-0');
      return () => renewLease(cluster);
    },
    check: 'clock',
    message: /clock of ahead-0 is (?:29\d|30\d) s ahead of/,
  },
  {
    title: 'a namespace that does not exist',
    make: async () => async () => undefined,
    namespace: 'nowhere',
    check: 'namespace',
    message: /nowhere does not exist/,
  },
];
