import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cluster } from '../cluster.ts';
import { freePorts } from '../processes/free-port.ts';
import { startProcess } from '../processes/leashed-process.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { moduleFolder } from '../programs/module-folder.ts';
import { installKueueDefinitions, registerWebhooks } from './kueue-objects.ts';

const NAMESPACE = 'kueue-system';

/** Kueue's controller, which manages the Pods of some namespaces. */
export interface Kueue {
  readonly stop: () => Promise<void>;
}

/** Installs Kueue's definitions and webhooks, and runs its controller as a process beside the control plane. */
export async function startKueue(
  { client, kubeconfig, certificates }: Pick<Cluster, 'client' | 'kubeconfig' | 'certificates'>,
  namespaces: readonly string[],
): Promise<Kueue> {
  const { leash, kueue } = await ensurePrograms(['leash', 'kueue'], (line) => console.error(line));
  const config = path.join(moduleFolder('kueue', 'sigs.k8s.io/kueue'), 'config/components');
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  // Kueue looks for the Secret of its own certificates before it starts. The webhooks use the certificates of the bed.
  const secret = { name: 'kueue-webhook-server-cert', namespace: NAMESPACE };
  await client.apply({ apiVersion: 'v1', kind: 'Secret', metadata: secret });
  await installKueueDefinitions(client, config);
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-kueue-'));
  const certificatesFolder = path.join(folder, 'certificates');
  mkdirSync(certificatesFolder);
  copyFileSync(certificates.certificate('injector'), path.join(certificatesFolder, 'tls.crt'));
  copyFileSync(certificates.key('injector'), path.join(certificatesFolder, 'tls.key'));
  const [port = 0, health = 0, metrics = 0] = await freePorts(3);
  const file = path.join(folder, 'config.yaml');
  writeFileSync(file, JSON.stringify(configuration({ port, health, metrics, certificatesFolder })));
  const running = startProcess(
    {
      name: 'kueue',
      command: kueue,
      args: [`--config=${file}`],
      environment: { KUBECONFIG: kubeconfig },
      log: path.join(folder, 'kueue.log'),
    },
    leash,
  );
  const isReady = async (): Promise<true | undefined> =>
    (await fetch(`http://127.0.0.1:${health}/readyz`)).ok ? true : undefined;
  await until('Kueue is ready', isReady, { died: [running.died], seconds: 120 });
  const unregister = await registerWebhooks(client, {
    config,
    url: `https://127.0.0.1:${port}`,
    authority: certificates.authority,
    namespaces,
  });
  return {
    stop: async () => {
      await unregister();
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

interface Places {
  readonly port: number;
  readonly health: number;
  readonly metrics: number;
  readonly certificatesFolder: string;
}

function configuration({ port, health, metrics, certificatesFolder }: Places): object {
  return {
    apiVersion: 'config.kueue.x-k8s.io/v1beta1',
    kind: 'Configuration',
    namespace: NAMESPACE,
    health: { healthProbeBindAddress: `127.0.0.1:${health}` },
    metrics: { bindAddress: `127.0.0.1:${metrics}` },
    webhook: { port, host: '127.0.0.1', certDir: certificatesFolder },
    leaderElection: { leaderElect: false },
    internalCertManagement: { enable: true },
    // The server of this feature has a fixed port.
    featureGates: { VisibilityOnDemand: false },
    integrations: { frameworks: ['pod'] },
  };
}
