import path from 'node:path';
import type { NodeCluster } from '../node/node-cluster.ts';
import { freePorts } from '../processes/free-port.ts';
import { startProcess, type LeashedProcess } from '../processes/leashed-process.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { kpackController } from './controller.ts';
import { KPACK_IMAGES, KPACK_STEPS, writeKpackImages } from './images.ts';
import { KPACK_CONFIGURATION, KPACK_NAMESPACE } from './objects.ts';

/** The form of kpack's Pods: init containers, or regular containers with kpack's waiter. */
export type KpackMode = 'init' | 'containers';

/** kpack on a node, with taskpack's custom resource definitions. */
export interface Kpack {
  /** Runs kpack's controller until `stop`. The controller runs every unfinished Build of all namespaces. */
  start(mode: KpackMode): Promise<LeashedProcess>;
  /** Removes the objects that only kpack needs, and waits until its namespace is gone, so that others can install kpack again. */
  remove(): Promise<void>;
}

/** Installs what kpack needs besides taskpack's definitions. */
export async function installKpack(cluster: NodeCluster, say: (line: string) => void): Promise<Kpack> {
  const { client, folder, node } = cluster;
  const programs = await ensurePrograms(['leash', 'kpack-controller', ...KPACK_STEPS], say);
  await node.images.load(writeKpackImages(programs, folder));
  for (const object of [KPACK_NAMESPACE, ...KPACK_CONFIGURATION]) await client.put(object);
  return {
    start: async (mode) => started(cluster, programs, mode),
    remove: async () => {
      await client.delete(KPACK_NAMESPACE);
      await until("the end of kpack's namespace", async () =>
        (await client.get(KPACK_NAMESPACE)) === undefined ? true : undefined,
      );
    },
  };
}

async function started(
  { client, folder, kubeconfig }: NodeCluster,
  programs: Readonly<Record<'leash' | 'kpack-controller', string>>,
  mode: KpackMode,
): Promise<LeashedProcess> {
  const [metrics = 0, profiling = 0] = await freePorts(2);
  const settings = {
    ...KPACK_IMAGES,
    INJECTED_SIDECAR_SUPPORT: `${mode === 'containers'}`,
    METRICS_PROMETHEUS_PORT: `${metrics}`,
    PROFILING_PORT: `${profiling}`,
  };
  const spec = kpackController(programs['kpack-controller'], { folder, kubeconfig, settings });
  const controller = startProcess({ ...spec, log: path.join(folder, `${spec.name}.log`) }, programs.leash);
  await client.create(PROBE);
  await until(
    "kpack's controller to take a Build",
    async () => ((await client.get(PROBE))?.['status'] === undefined ? undefined : true),
    { seconds: 60, died: [controller.died] },
  ).finally(async () => client.delete(PROBE));
  return controller;
}

/** The store fails immediately, because there is no registry. */
const PROBE = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: { name: 'is-kpack-there', namespace: KPACK_NAMESPACE.metadata.name },
  spec: {
    tags: ['127.0.0.1:1/app'],
    builder: { image: '127.0.0.1:1/builder' },
    source: { blob: { url: 'http://127.0.0.1:1/app.zip' } },
  },
};
