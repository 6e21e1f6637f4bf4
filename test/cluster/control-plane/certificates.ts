import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The address at which Pods on the bed's bridge reach the API server and the registry. */
export const BRIDGE_ADDRESS = '10.88.0.1';

/** The name of the bed's only node. */
export const NODE_NAME = 'bed';

/** The files of a cluster's certificate authority and of the certificates that it issued. */
export interface Certificates {
  readonly folder: string;
  readonly authority: string;
  certificate(name: string): string;
  key(name: string): string;
}

const API_SERVER_HOSTS = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  '127.0.0.1',
  '10.96.0.1',
  BRIDGE_ADDRESS,
];

const REQUESTS = [
  { name: 'api-server', commonName: 'kube-apiserver', hosts: API_SERVER_HOSTS },
  { name: 'admin', commonName: 'test-bed', organizations: ['system:masters'] },
  { name: 'controller-manager', commonName: 'system:kube-controller-manager' },
  { name: 'scheduler', commonName: 'system:kube-scheduler' },
  {
    name: 'kubelet',
    commonName: `system:node:${NODE_NAME}`,
    organizations: ['system:nodes'],
    hosts: [BRIDGE_ADDRESS],
  },
  { name: 'injector', commonName: 'injector', hosts: ['127.0.0.1'] },
  { name: 'private', commonName: 'private', hosts: ['git.test', 'blob.test', 'registry.test'] },
];

export function makeCertificates(program: string, folder: string): Certificates {
  execFileSync(program, [folder], { input: JSON.stringify(REQUESTS) });
  return certificatesIn(folder);
}

/** Returns the files of a folder to which `makeCertificates` has written. */
export function certificatesIn(folder: string): Certificates {
  return {
    folder,
    authority: path.join(folder, 'ca.crt'),
    certificate: (name) => path.join(folder, `${name}.crt`),
    key: (name) => path.join(folder, `${name}.key`),
  };
}
