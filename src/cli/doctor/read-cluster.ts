import { servicesOf } from '../../insight/doctor/checks/webhooks.ts';
import { valueOr } from '../../insight/doctor/used-workload.ts';
import type { ControllerFacts, Read, TektonFacts, WebhookFacts } from '../../insight/doctor/cluster-facts.ts';
import {
  CONFIG_MAPS,
  CUSTOM_RESOURCE_DEFINITIONS,
  DEPLOYMENTS,
  LEASES,
  PODS,
  TASK_RUNS,
} from '../../clients/kube/client/resources.ts';
import { missingDefinitions, runningKpackController } from '../../install/cluster-checks.ts';
import { DEPLOYMENT, LABELS, LEASE, SETTINGS_CONFIG_MAP } from '../../core/model/installation-names.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { servedResources } from '../../clients/kube/discovery/served-resources.ts';
import { asDefinition } from '../../core/model/objects/definition.ts';
import { asConfigMap } from '../../core/model/objects/config-map.ts';
import { asTaskRun } from '../../core/model/objects/task-run.ts';
import { json, text } from '../../core/model/objects/reader.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { TektonFlags } from '../../core/model/tekton-features.ts';
import type { OpenCluster } from '../cluster.ts';
import { createdAt } from '../image-builds.ts';
import { readAll, readFact, readOne, readSelected } from './read-fact.ts';
import { MUTATING_WEBHOOKS, SERVICES, VALIDATING_WEBHOOKS } from './resources.ts';

/** Reads the version of Kubernetes. */
export async function readKubernetes({ transport }: OpenCluster): Promise<Read<string>> {
  return readFact(async () => {
    const request = { method: 'GET', path: '/version', isIdempotent: true, subject: 'get /version' } as const;
    const answer = await transport.call(request, {});
    return text(json(answer)['gitVersion']) ?? '';
  });
}

/** Reads which custom resources of taskpack are missing. */
export async function readMissingDefinitions({ transport }: OpenCluster): Promise<Read<readonly string[]>> {
  return readFact(async () => missingDefinitions(transport));
}

/** Selects the Pods of the controller. */
const OWN_PODS = Object.entries(LABELS)
  .map(([key, value]) => `${key}=${value}`)
  .join(',');

/** The namespaces of Tekton's own manifests and of OpenShift. */
const TEKTON_NAMESPACES = ['tekton-pipelines', 'openshift-pipelines'];

/** Reads Tekton's version and flags. A user of one namespace sees the flags in the newest TaskRun. */
export async function readTekton(cluster: OpenCluster, namespace: string): Promise<TektonFacts> {
  const [isServed, version, flags] = await Promise.all([
    readFact(async () =>
      (await servedResources(cluster.transport, TASK_RUNS)).some(({ plural }) => plural === 'taskruns'),
    ),
    readTektonVersion(cluster),
    readFlags(cluster, namespace),
  ]);
  return { isServed, version, flags };
}

/** Every user may read the ConfigMap `pipelines-info` (tektoncd/pipeline, config/200-role.yaml). */
async function readTektonVersion({ client }: OpenCluster): Promise<Read<string | undefined>> {
  const info = await readFirst(client, 'pipelines-info');
  return info.kind === 'unread' ? info : { kind: 'read', value: asConfigMap(info.value).data.get('version') };
}

async function readFlags({ client }: OpenCluster, namespace: string): Promise<Read<TektonFlags>> {
  const configMap = await readFirst(client, 'feature-flags');
  if (configMap.kind === 'read' && configMap.value !== undefined) {
    return { kind: 'read', value: textFields(asConfigMap(configMap.value).data.raw) };
  }
  const taskRuns = await readAll(client, TASK_RUNS, namespace);
  const observed = taskRuns.kind === 'read' ? newestFlags(taskRuns.value) : undefined;
  if (observed !== undefined) return { kind: 'read', value: observed };
  return configMap.kind === 'unread' ? configMap : { kind: 'read', value: {} };
}

async function readFirst(client: OpenCluster['client'], name: string): Promise<Read<KubeObject | undefined>> {
  let refused: Read<KubeObject | undefined> | undefined;
  for (const namespace of TEKTON_NAMESPACES) {
    const found = await readOne(client, CONFIG_MAPS, { namespace, name });
    if (found.kind === 'unread') refused ??= found;
    else if (found.value !== undefined) return found;
  }
  return refused ?? { kind: 'read', value: undefined };
}

function textFields(data: JsonObject): TektonFlags {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}

/** The names of flags in the provenance of a TaskRun (tektoncd/pipeline, pkg/apis/config, FeatureFlags). */
const PROVENANCE_FLAGS = {
  'running-in-environment-with-injected-sidecars': 'runningInEnvWithInjectedSidecars',
  'await-sidecar-readiness': 'awaitSidecarReadiness',
  'disable-creds-init': 'disableCredsInit',
  'enable-kubernetes-sidecar': 'enableKubernetesSidecar',
  'enable-step-actions': 'enableStepActions',
  'set-security-context': 'setSecurityContext',
} as const;

/** Returns the flags with which Tekton ran the newest TaskRun. The JSON leaves out flags that are false. */
function newestFlags(taskRuns: readonly KubeObject[]): TektonFlags | undefined {
  const provenances = taskRuns
    .toSorted((one, other) => createdAt(other).localeCompare(createdAt(one)))
    .map((taskRun) => asTaskRun(taskRun).status.provenance.featureFlags);
  const flags = provenances.find((each) => Object.keys(each).length > 0);
  if (flags === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(PROVENANCE_FLAGS).map(([name, field]) => [name, flags[field] === true ? 'true' : 'false']),
  );
}

/** Reads the controller's Lease, Deployment and settings, and whether kpack's controller runs. */
export async function readController({ client }: OpenCluster, namespace: string): Promise<ControllerFacts> {
  const [lease, leases, deployment, pods, settings, kpack] = await Promise.all([
    readOne(client, LEASES, { namespace, name: LEASE }),
    readSelected(client, LEASES, { fieldSelector: `metadata.name=${LEASE}` }),
    readOne(client, DEPLOYMENTS, { namespace, name: DEPLOYMENT }),
    readAll(client, PODS, namespace, OWN_PODS),
    readOne(client, CONFIG_MAPS, { namespace, name: SETTINGS_CONFIG_MAP }),
    readFact(
      async () => runningKpackController(client),
      'kubectl auth can-i get deployments.apps/kpack-controller -n kpack',
    ),
  ]);
  const data: Read<JsonObject | undefined> =
    settings.kind === 'unread'
      ? settings
      : { kind: 'read', value: settings.value && asConfigMap(settings.value).data.raw };
  return { namespace, lease, leases, deployment, pods, settings: data, kpack };
}

const OWN_GROUPS = new Set(['kpack.io', 'tekton.dev']);

/** Reads all webhooks that Builds may depend on, and which of their Services are missing. */
export async function readWebhooks({ client }: OpenCluster): Promise<WebhookFacts> {
  const [mutating, validating, all] = await Promise.all([
    readAll(client, MUTATING_WEBHOOKS),
    readAll(client, VALIDATING_WEBHOOKS),
    readAll(client, CUSTOM_RESOURCE_DEFINITIONS),
  ]);
  const configurations = both(mutating, validating);
  const definitions: Read<readonly KubeObject[]> =
    all.kind === 'unread'
      ? all
      : {
          kind: 'read',
          value: all.value.filter((each) => OWN_GROUPS.has(asDefinition(each).spec.group ?? '')),
        };
  const services = [...valueOr(configurations, []), ...valueOr(definitions, [])].flatMap(servicesOf);
  return { configurations, definitions, missingServices: await readMissing(client, new Set(services)) };
}

function both(one: Read<readonly KubeObject[]>, other: Read<readonly KubeObject[]>): Read<readonly KubeObject[]> {
  if (one.kind === 'unread') return one;
  return other.kind === 'unread' ? other : { kind: 'read', value: [...one.value, ...other.value] };
}

async function readMissing(
  client: OpenCluster['client'],
  services: ReadonlySet<string>,
): Promise<Read<readonly string[]>> {
  const answers = await Promise.all(
    [...services].map(async (service) => {
      const [namespace = '', name = ''] = service.split('/');
      return { service, answer: await readOne(client, SERVICES, { namespace, name }) };
    }),
  );
  for (const { answer } of answers) if (answer.kind === 'unread') return answer;
  return {
    kind: 'read',
    value: answers.flatMap(({ service, answer }) =>
      answer.kind === 'read' && answer.value === undefined ? [service] : [],
    ),
  };
}
