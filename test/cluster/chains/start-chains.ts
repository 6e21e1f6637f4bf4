import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { Cluster } from '../cluster.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import { freePorts } from '../processes/free-port.ts';
import { startProcess } from '../processes/leashed-process.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { moduleFolder } from '../programs/module-folder.ts';

const NAMESPACE = 'tekton-chains';

/** The controller of Tekton Chains, which signs finished TaskRuns and their images. */
export interface Chains {
  readonly stop: () => Promise<void>;
}

export interface ChainsOptions {
  /** The folder with `cosign.key` and `cosign.password`: the content of the Secret `signing-secrets`. */
  readonly key: string;
  /** The data of the ConfigMap `chains-config`. */
  readonly config: Readonly<Record<string, string>>;
  /** The folder of a `config.json` with logins: the controller's DOCKER_CONFIG. */
  readonly dockerConfig?: string;
}

/** Installs Tekton Chains, and runs its controller as a process beside the control plane. Needs root. */
export async function startChains(
  { client, kubeconfig }: Pick<Cluster, 'client' | 'kubeconfig'>,
  options: ChainsOptions,
): Promise<Chains> {
  const programs = await ensurePrograms(['leash', 'chains-controller'], (line) => console.error(line));
  for (const object of releasedObjects()) await client.apply(object);
  await client.apply(configMap(options.config));
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-chains-'));
  const log = path.join(folder, 'chains.log');
  const running = startProcess(
    {
      name: 'chains-controller',
      command: 'unshare',
      args: [...withEtc(etcFolder(folder, options.key)), programs['chains-controller'], `-kubeconfig=${kubeconfig}`],
      environment: await environment(folder, options.dockerConfig),
      log,
    },
    programs.leash,
  );
  // Both controllers, for TaskRuns and for PipelineRuns, lead before they sign.
  await until('the leases of Chains', async () => ((await heldLeases(client)) >= 2 ? true : undefined), {
    seconds: 120,
    died: [running.died],
  });
  return {
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns the objects of Chains' release without the Deployment and the Service. */
function releasedObjects(): readonly KubernetesObject[] {
  const folder = path.join(moduleFolder('chains', 'github.com/tektoncd/chains'), 'config');
  const objects = readdirSync(folder).flatMap((file) =>
    parseYaml(readFileSync(path.join(folder, file), 'utf8'), file).documents.map(
      ({ value }) => value as KubernetesObject,
    ),
  );
  // The ConfigMap with the settings is the test's.
  return objects.filter(
    ({ kind, metadata }) => !['Deployment', 'Service'].includes(kind) && metadata.name !== 'chains-config',
  );
}

function configMap(data: Readonly<Record<string, string>>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'chains-config', namespace: NAMESPACE }, data };
}

/** Writes the folder that the controller has as /etc. Its Deployment mounts the Secret at /etc/signing-secrets, a fixed path. */
function etcFolder(folder: string, key: string): string {
  const secret = path.join(folder, 'etc/signing-secrets');
  mkdirSync(secret, { recursive: true });
  for (const file of ['cosign.key', 'cosign.password']) copyFileSync(path.join(key, file), path.join(secret, file));
  writeFileSync(path.join(folder, 'etc/hosts'), '127.0.0.1 localhost\n');
  return path.join(folder, 'etc');
}

/** Returns arguments of unshare(1) that run a program in a mount namespace with another /etc. */
function withEtc(etc: string): readonly string[] {
  return ['--mount', 'sh', '-c', 'mount --bind "$0" /etc && exec "$@"', etc];
}

async function environment(home: string, dockerConfig?: string): Promise<Readonly<Record<string, string>>> {
  const [metrics, profiling] = await freePorts(2);
  return {
    HOME: home,
    SYSTEM_NAMESPACE: NAMESPACE,
    METRICS_DOMAIN: 'tekton.dev/chains',
    CONFIG_OBSERVABILITY_NAME: 'tekton-chains-config-observability',
    CONFIG_LEADERELECTION_NAME: 'tekton-chains-config-leader-election',
    METRICS_PROMETHEUS_PORT: `${metrics}`,
    PROFILING_PORT: `${profiling}`,
    ...(dockerConfig !== undefined && { DOCKER_CONFIG: dockerConfig }),
  };
}

/** Returns how many leases of Chains have a holder. */
async function heldLeases(client: Cluster['client']): Promise<number> {
  const leases = await client.list('coordination.k8s.io/v1', 'Lease', NAMESPACE);
  return leases.filter(({ spec }) => ((spec as { readonly holderIdentity?: string }).holderIdentity ?? '') !== '')
    .length;
}
