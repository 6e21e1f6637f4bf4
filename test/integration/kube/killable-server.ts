import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { apiServer } from '../../cluster/control-plane/api-server.ts';
import { makeCertificates } from '../../cluster/control-plane/certificates.ts';
import { etcd } from '../../cluster/control-plane/etcd.ts';
import { writeKubeconfig } from '../../cluster/control-plane/kubeconfig.ts';
import { connect, type ApiClient } from '../../cluster/kubernetes/api-client.ts';
import { newBed } from '../../cluster/processes/bed-processes.ts';
import { freePorts } from '../../cluster/processes/free-port.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';

/** An API server that can be killed and restarted on the same port with the same data. */
export interface KillableServer {
  readonly client: ApiClient;
  readonly kubeconfig: string;
  /** Sends SIGKILL, and resolves when the process has ended. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startKillableServer(): Promise<KillableServer> {
  const programs = await ensurePrograms(['leash', 'certificates', 'etcd', 'kube-apiserver'], console.error);
  const bed = newBed(programs.leash);
  const folder = path.join(bed.folder, 'certificates');
  mkdirSync(folder);
  const certificates = makeCertificates(programs.certificates, folder);
  const [clientPort = 0, peerPort = 0, port = 0] = await freePorts(3);
  bed.run(etcd(programs.etcd, { folder: path.join(bed.folder, 'etcd'), clientPort, peerPort }));
  const address = {
    server: `https://127.0.0.1:${port}`,
    authority: certificates.authority,
    certificate: certificates.certificate('admin'),
    key: certificates.key('admin'),
  };
  const client = connect(address);
  let leash = 0;
  let died: Promise<string>;
  const start = async (): Promise<void> => {
    const options = { etcdPort: clientPort, host: '127.0.0.1', port, certificates };
    ({ pid: leash, died } = bed.run(apiServer(programs['kube-apiserver'], options)));
    await until('kube-apiserver', async () => client.send('GET', '/readyz').then(() => true), {
      seconds: 90,
      died: [died],
    });
  };
  try {
    await start();
  } catch (error) {
    await bed.stop();
    throw error;
  }
  return {
    client,
    kubeconfig: writeKubeconfig(path.join(bed.folder, 'kubeconfig'), address),
    start,
    stop: bed.stop,
    kill: async () => {
      process.kill(childOf(leash), 'SIGKILL');
      await died;
    },
  };
}

/** Returns the supervised program: the child of the supervisor's first thread. */
function childOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const [child] = text.split(' ').filter(Boolean).map(Number);
  if (child === undefined) throw new Error(`process ${pid} has started nothing`);
  return child;
}
