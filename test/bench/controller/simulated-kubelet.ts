import { gzipSync } from 'node:zlib';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import { watchPods, type WatchedPod } from './watch.ts';

/** The observations of the simulated kubelet. */
export interface SimulatedKubelet {
  /** The time of the first event for each Pod, by name, in milliseconds of `performance.now()`. */
  readonly seen: ReadonlyMap<string, number>;
  readonly stop: () => void;
}

export interface Reports {
  /** The termination message of completion. */
  readonly native: string;
  /** The termination message that Tekton's entrypoint writes for the results of the step completion. */
  readonly tekton: string;
}

const NOW = new Date().toISOString().replace(/\.\d+/, '');

/**
 * Writes the status of every Pod of a Build as a kubelet does. Each write ends one container and starts the next one. Ends Pods with a deadline.
 */
export function startKubelet(client: ApiClient, reports: Reports): SimulatedKubelet {
  const seen = new Map<string, number>();
  const stop = watchPods(client.address, (pod) => {
    if (seen.has(pod.metadata.name)) return;
    seen.set(pod.metadata.name, performance.now());
    void live(client, pod, reports).catch((error: unknown) => console.error(String(error)));
  });
  return { seen, stop };
}

async function live(client: ApiClient, { metadata, spec }: WatchedPod, reports: Reports): Promise<void> {
  const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/status`;
  const init = spec.initContainers ?? [];
  const inOrder = [...init, ...spec.containers];
  // Regular containers start together, init containers one after the other.
  const isTekton = spec.containers.some(({ name }) => name.startsWith('step-'));
  for (let ended = 0; ended <= inOrder.length; ended += 1) {
    const status = (container: { readonly name: string }): object => {
      const index = inOrder.indexOf(container);
      const isStarted = index <= ended || (isTekton && ended >= init.length);
      return { ...stateOf(container.name, index < ended, isStarted, reports), name: container.name };
    };
    const phase = ended === inOrder.length ? 'Succeeded' : ended < init.length ? 'Pending' : 'Running';
    const body = {
      status: {
        phase,
        startTime: NOW,
        conditions: [{ type: 'Initialized', status: ended < init.length ? 'False' : 'True', lastTransitionTime: NOW }],
        initContainerStatuses: init.map(status),
        containerStatuses: spec.containers.map(status),
      },
    };
    await client.send('PATCH', path, body, 'application/merge-patch+json');
  }
}

function stateOf(name: string, hasEnded: boolean, isStarted: boolean, reports: Reports): object {
  const common = { image: 'image', imageID: '', restartCount: 0 };
  if (!hasEnded) {
    const state = isStarted ? { running: { startedAt: NOW } } : { waiting: { reason: 'PodInitializing' } };
    return { ...common, ready: isStarted, started: isStarted, state };
  }
  const message = name === 'completion' ? reports.native : name === 'step-completion' ? reports.tekton : '';
  const terminated = {
    exitCode: 0,
    reason: 'Completed',
    startedAt: NOW,
    finishedAt: NOW,
    ...(message !== '' && { message }),
  };
  return { ...common, ready: false, started: false, state: { terminated } };
}

/** The report of kpack's completion (kpack, pkg/cnb, CompressBuildMetadata). */
export function kpackReport(image: string): string {
  const metadata = {
    buildpackMetadata: [{ id: 'test/hello', version: '1.0.0' }],
    latestImage: image,
    stackID: 'test.stack',
    stackRunImage: 'registry.example.com/run',
    lifecycleVersion: '0.20.12',
  };
  return gzipSync(JSON.stringify(metadata)).toString('base64');
}
