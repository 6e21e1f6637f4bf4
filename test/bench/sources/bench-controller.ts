import path from 'node:path';
import process from 'node:process';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { freePorts } from '../../cluster/processes/free-port.ts';
import { until } from '../../cluster/processes/until.ts';
import { ROOT } from '../../support/command.ts';
import type { BenchCluster } from '../controller/bench-cluster.ts';
import { processOf } from '../controller/process-figures.ts';
import { NAMESPACE } from './seed-images.ts';

/** taskpack's controller, which accepts webhooks. */
export interface BenchController {
  readonly webhooksPort: number;
  /** Starts the controller with more settings. Resolves to the process. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<number>;
  readonly stop: (pid: number) => Promise<void>;
  /** Returns the value of a metric without labels; `NaN` if it is not served. */
  readonly metric: (name: string) => Promise<number>;
}

/** Creates the Secret with the key of the reports. */
export async function controllerOf({ client, bed, kubeconfig }: BenchCluster, key: string): Promise<BenchController> {
  const [metricsPort = 0, webhooksPort = 0] = await freePorts(2);
  await client.create({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'git-webhooks', namespace: NAMESPACE },
    stringData: { key },
  } as KubernetesObject);
  const running = (): number | undefined => processOf('node', kubeconfig) || undefined;
  return {
    webhooksPort,
    start: async (settings = {}) => {
      bed.run({
        name: 'taskpack',
        command: process.execPath,
        args: [path.join(ROOT, 'dist/bundle/taskpack.cjs'), 'controller', '--kubeconfig', kubeconfig],
        environment: {
          ALLOWED_ADDRESSES: '127.0.0.1',
          BACKEND: 'native',
          METRICS_PORT: `${metricsPort}`,
          GIT_WEBHOOKS_SECRET: 'git-webhooks',
          GIT_WEBHOOKS_PORT: `${webhooksPort}`,
          LEASE_NAMESPACE: NAMESPACE,
          ...settings,
        },
      });
      return until('the controller', async () => running(), { seconds: 60 });
    },
    stop: async (pid) => {
      process.kill(pid, 'SIGTERM');
      await until('the end of the controller', async () => (running() === pid ? undefined : true), { seconds: 60 });
    },
    metric: async (name) => {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `));
      return Number(line?.split(' ').at(-1));
    },
  };
}
