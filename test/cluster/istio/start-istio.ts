import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { BRIDGE_ADDRESS } from '../control-plane/certificates.ts';
import { admittedPod } from '../injectors/admitted-pod.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import type { NodeCluster } from '../node/node-cluster.ts';
import { newBed, type BedProcesses } from '../processes/bed-processes.ts';
import { freePorts } from '../processes/free-port.ts';
import type { LeashedProcess } from '../processes/leashed-process.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { moduleFolder } from '../programs/module-folder.ts';
import { pushImage } from '../registry/push-image.ts';
import { ensureEnvoy } from './envoy.ts';
import { proxyImage } from './proxy-image.ts';

/** How Istio injects its proxy: as a regular container, as one that holds back the others, or as a native sidecar. */
export const ISTIO_MODES = ['classic', 'holding', 'native'] as const;

export type IstioMode = (typeof ISTIO_MODES)[number];

/** Istio's own control plane, and an image of its proxy in the registry of the node. */
export interface Istio {
  /** Restarts istiod with another mode. */
  readonly inject: (mode: IstioMode) => Promise<void>;
  /** Creates a namespace with injection, and waits until Istio injects a proxy. */
  readonly createNamespace: (name: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const NAMES = ['leash', 'istio-manifests', 'pilot-agent', 'pilot-discovery'] as const;

type Programs = Readonly<Record<(typeof NAMES)[number], string>>;

const NAMESPACE: KubernetesObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'istio-system' } };

/** Pods have no DNS and reach no Service, so they find istiod by the address of this machine. */
const DISCOVERY = `${BRIDGE_ADDRESS}:15012`;
const INJECTION = `${BRIDGE_ADDRESS}:15017`;

/** istiod runs as a process, and validates nothing. */
const LEFT_OUT = new Set([
  'Deployment',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);

/** Installs Istio's objects, pushes the image of its proxy and runs istiod as a process on this machine. */
export async function startIstio(cluster: NodeCluster): Promise<Istio> {
  const programs = await ensurePrograms(NAMES, say);
  const envoy = await ensureEnvoy(say);
  const bootstrap = path.join(moduleFolder('istio', 'istio.io/istio'), 'tools/packaging/common/envoy_bootstrap.json');
  const { registry, client } = cluster;
  const image = proxyImage({ envoy, pilotAgent: programs['pilot-agent'], bootstrap });
  await pushImage(image, { url: registry.url, repository: 'istio/proxyv2' }, 'test');
  await client.put(NAMESPACE);
  const bed = newBed(programs.leash);
  let istiod: LeashedProcess | undefined;
  return {
    inject: async (mode) => {
      await istiod?.stop();
      await kubectlOutput(
        cluster,
        ['apply', '--server-side', '--force-conflicts', '-f', '-'],
        objects(programs, registry.address, mode),
      );
      istiod = await runIstiod(bed, programs, cluster.kubeconfig, mode);
    },
    createNamespace: async (name) => {
      await client.put({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name, labels: { 'istio-injection': 'enabled' } },
      });
      await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
      // The API server refuses Pods until istiod has written its certificate into the webhook.
      const isInjected = async (): Promise<true | undefined> =>
        (await admittedPod(client, name)).initContainers === undefined ? undefined : true;
      await until('the injection by Istio', isInjected, { seconds: 60, died: [bed.died] });
    },
    stop: async () => {
      await kubectlOutput(cluster, ['delete', 'mutatingwebhookconfiguration', '-l', 'app=sidecar-injector']);
      await bed.stop();
    },
  };
}

function say(line: string): void {
  console.error(line);
}

/** Renders the charts of Istio's module. */
function objects(programs: Programs, registry: string, mode: IstioMode): readonly KubernetesObject[] {
  const settings = [
    'profile=minimal',
    `hub=${registry}/istio`,
    'tag=test',
    `values.global.caAddress=${DISCOVERY}`,
    `values.istiodRemote.injectionURL=https://${INJECTION}/inject`,
    'values.telemetry.enabled=false',
    'values.global.configValidation=false',
    `meshConfig.defaultConfig.discoveryAddress=${DISCOVERY}`,
    `meshConfig.defaultConfig.holdApplicationUntilProxyStarts=${mode === 'holding'}`,
    'meshConfig.accessLogFile=/dev/stdout',
    'meshConfig.enablePrometheusMerge=false',
  ];
  const text = execFileSync(programs['istio-manifests'], settings, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return (JSON.parse(text) as readonly KubernetesObject[]).filter(({ kind }) => !LEFT_OUT.has(kind));
}

/** Istio's own build of Envoy has filters that the release lacks, so istiod leaves them out. */
const ENVOY_WITHOUT_EXTENSIONS = {
  PILOT_ENABLE_METADATA_EXCHANGE: 'false',
  PILOT_ENABLE_ALPN_FILTER: 'false',
  PILOT_ENABLE_QUIC_LISTENERS: 'false',
};

async function runIstiod(
  bed: BedProcesses,
  programs: Programs,
  kubeconfig: string,
  mode: IstioMode,
): Promise<LeashedProcess> {
  const [http = 0, monitoring = 0] = await freePorts(2);
  const folder = path.join(bed.folder, 'istiod');
  mkdirSync(folder, { recursive: true });
  const addresses = [
    '--httpAddr',
    `127.0.0.1:${http}`,
    '--grpcAddr',
    '',
    '--secureGRPCAddr',
    DISCOVERY,
    '--httpsAddr',
    INJECTION,
  ];
  const istiod = bed.run({
    name: `istiod-${mode}-${http}`,
    command: programs['pilot-discovery'],
    args: [
      'discovery',
      '--kubeconfig',
      kubeconfig,
      ...addresses,
      '--monitoringAddr',
      `127.0.0.1:${monitoring}`,
      '--ctrlz_port',
      '0',
      '--domain',
      'cluster.local',
    ],
    directory: folder,
    environment: {
      ...ENVOY_WITHOUT_EXTENSIONS,
      ENABLE_NATIVE_SIDECARS: `${mode === 'native'}`,
      ISTIOD_CUSTOM_HOST: BRIDGE_ADDRESS,
      CLUSTER_ID: 'Kubernetes',
      PILOT_CERT_PROVIDER: 'istiod',
      PILOT_ENABLE_ANALYSIS: 'false',
      POD_NAME: 'istiod',
      POD_NAMESPACE: NAMESPACE.metadata.name,
      REVISION: 'default',
      SERVICE_ACCOUNT: 'istiod',
      VALIDATION_WEBHOOK_CONFIG_NAME: '',
    },
  });
  const isReady = async (): Promise<true | undefined> =>
    (await fetch(`http://127.0.0.1:${http}/ready`)).ok ? true : undefined;
  await until('istiod', isReady, { seconds: 60, died: [istiod.died] });
  return istiod;
}
