import process from 'node:process';
import { cleanEnclosure } from '../node/enclosure.ts';
import { listenersOf } from '../node/listener.ts';
import { startNodeCluster } from '../node/node-cluster.ts';
import { requireNodePackages } from '../node/packages.ts';
import { runningCluster, type RunningCluster } from '../node/running-cluster.ts';
import { until } from '../processes/until.ts';

const USAGE = `npm run cluster -- up      starts a cluster with a node, and Tekton on it; stays in the foreground
npm run cluster -- status  says what is up and where it listens
npm run cluster -- down    ends it, and removes whatever a killed one has left`;

/** `npm run cluster -- up|status|down`. */
async function main(command: string | undefined): Promise<void> {
  if (command === undefined || !(command in COMMANDS)) throw new Error(USAGE);
  requireNodePackages();
  await COMMANDS[command as keyof typeof COMMANDS]();
}

const COMMANDS = {
  async up(): Promise<void> {
    const cluster = await startNodeCluster(console.error);
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

main(process.argv[1]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
