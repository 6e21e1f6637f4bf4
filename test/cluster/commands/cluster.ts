import process from 'node:process';
import { parseArgs } from 'node:util';
import { KUBERNETES, TEKTON } from '../../../src/core/model/program-versions.ts';
import type { BedVersions } from '../bed-versions.ts';
import { NODE_VERSIONS, parseKubernetesVersion } from '../control-plane/version.ts';
import { cleanEnclosure } from '../node/enclosure.ts';
import { listenersOf } from '../node/listener.ts';
import { startNodeCluster } from '../node/node-cluster.ts';
import { requireNodePackages } from '../node/packages.ts';
import { runningCluster, type RunningCluster } from '../node/running-cluster.ts';
import { until } from '../processes/until.ts';
import { parseTektonVersion, TEKTON_VERSIONS } from '../tekton/version.ts';

const USAGE = `npm run cluster -- up      starts a cluster with a node, and Tekton on it; stays in the foreground
                           (--tekton VERSION: ${TEKTON_VERSIONS.join(', ')};
                           --kubernetes VERSION: ${NODE_VERSIONS.join(', ')})
npm run cluster -- status  says what is up and where it listens
npm run cluster -- down    ends it, and removes whatever a killed one has left`;

/** `npm run cluster -- up|status|down`. */
async function main(args: readonly string[]): Promise<void> {
  const { command, versions } = argumentsOf(args);
  requireNodePackages();
  await COMMANDS[command](versions);
}

function argumentsOf(args: readonly string[]): {
  readonly command: keyof typeof COMMANDS;
  readonly versions: BedVersions;
} {
  const options = {
    tekton: { type: 'string', default: TEKTON.tested },
    kubernetes: { type: 'string', default: KUBERNETES.tested },
  } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command = '', ...others] = positionals;
    if (command in COMMANDS && others.length === 0) {
      const versions = {
        tekton: parseTektonVersion(values.tekton),
        kubernetes: parseKubernetesVersion(values.kubernetes),
      };
      return { command: command as keyof typeof COMMANDS, versions };
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error });
  }
  throw new Error(USAGE);
}

const COMMANDS = {
  async up(versions: BedVersions): Promise<void> {
    const cluster = await startNodeCluster(console.error, versions);
    status();
    console.error("\nCtrl-C ends it, or 'npm run cluster -- down' in another terminal.");
    const lastWords = await cluster.died;
    await cluster.stop();
    throw new Error(`the cluster is taken down: ${lastWords}`);
  },
  status,
  async down(): Promise<void> {
    const cluster = runningCluster();
    if (cluster !== undefined) await end(cluster);
    cleanEnclosure();
  },
};

function status(): void {
  const cluster = runningCluster();
  if (cluster === undefined) throw new Error("no cluster is up: 'npm run cluster -- up' starts one");
  console.log(`export KUBECONFIG=${cluster.kubeconfig}`);
  console.log(`export CONTAINERD_ADDRESS=${cluster.containerdSocket} CONTAINERD_NAMESPACE=k8s.io`);
  const listeners = listenersOf(cluster.folder);
  const width = Math.max(...listeners.map(({ program }) => program.length));
  console.log();
  for (const { program, address } of listeners) console.log(`# ${program.padEnd(width)}  ${address}`);
  console.log(`# logs: ${cluster.folder}/*.log`);
}

async function end({ owner, folder }: RunningCluster): Promise<void> {
  process.kill(owner, 'SIGTERM');
  const isOver = async (): Promise<true | undefined> => (runningCluster()?.folder === folder ? undefined : true);
  await until(`the end of process ${owner}`, isOver, { seconds: 60 });
}

main(process.argv.slice(1)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
