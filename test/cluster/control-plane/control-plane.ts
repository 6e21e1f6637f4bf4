import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { connect, type ApiAddress, type ApiClient } from '../kubernetes/api-client.ts';
import type { BedProcesses } from '../processes/bed-processes.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { apiServer } from './api-server.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { controllerManager } from './controller-manager.ts';
import { etcd } from './etcd.ts';
import { writeKubeconfig } from './kubeconfig.ts';

export interface ControlPlanePrograms {
  readonly certificates: string;
  readonly etcd: string;
  readonly 'kube-apiserver': string;
  readonly 'kube-controller-manager': string;
}

export interface ControlPlane extends Pick<BedProcesses, 'run'> {
  readonly client: ApiClient;
  /** The address of the API server's storage. */
  readonly etcd: string;
  readonly kubeconfig: string;
  readonly certificates: Certificates;
}

/** Starts etcd, kube-apiserver and kube-controller-manager on free ports. The API server listens at the given address. */
export async function startControlPlane(
  programs: ControlPlanePrograms,
  { folder, run }: BedProcesses,
  host = '127.0.0.1',
  apiServerFlags: readonly string[] = [],
): Promise<ControlPlane> {
  const certificatesFolder = path.join(folder, 'certificates');
  mkdirSync(certificatesFolder, { recursive: true });
  const certificates = makeCertificates(programs.certificates, certificatesFolder);
  const [clientPort = 0, peerPort = 0, apiPort = 0, managerPort = 0] = await freePorts(4);
  const store = run(etcd(programs.etcd, { folder: path.join(folder, 'etcd'), clientPort, peerPort }));
  const server = run(
    apiServer(programs['kube-apiserver'], {
      etcdPort: clientPort,
      host,
      port: apiPort,
      certificates,
      flags: apiServerFlags,
    }),
  );
  const address = adminAddress(`https://${host}:${apiPort}`, certificates);
  const client = connect(address);
  await until('kube-apiserver', async () => ready(client), { seconds: 120, died: [store.died, server.died] });
  const managerConfig = writeKubeconfig(path.join(folder, 'controller-manager.kubeconfig'), {
    ...address,
    certificate: certificates.certificate('controller-manager'),
    key: certificates.key('controller-manager'),
  });
  run(
    controllerManager(programs['kube-controller-manager'], {
      kubeconfig: managerConfig,
      port: managerPort,
      certificates,
    }),
  );
  const kubeconfig = writeKubeconfig(path.join(folder, 'kubeconfig'), address);
  return { client, etcd: `http://127.0.0.1:${clientPort}`, kubeconfig, certificates, run };
}

/** Returns the address of an API server, with the credentials of its administrator. */
export function adminAddress(server: string, certificates: Certificates): ApiAddress {
  return {
    server,
    authority: certificates.authority,
    certificate: certificates.certificate('admin'),
    key: certificates.key('admin'),
  };
}

async function ready(client: ApiClient): Promise<true> {
  await client.send('GET', '/readyz');
  return true;
}
