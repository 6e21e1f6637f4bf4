import path from 'node:path';
import type { ProcessSpec } from '../processes/leashed-process.ts';
import type { Certificates } from './certificates.ts';

export function apiServer(
  command: string,
  options: {
    readonly etcdPort: number;
    readonly host: string;
    readonly port: number;
    readonly certificates: Certificates;
    readonly flags?: readonly string[];
  },
): Omit<ProcessSpec, 'log'> {
  const { etcdPort, host, port, certificates, flags = [] } = options;
  const serviceAccount = path.join(certificates.folder, 'service-account');
  return {
    name: 'kube-apiserver',
    command,
    // Without this, garbage collection took a quarter of its time.
    environment: { GOGC: '400', GOMEMLIMIT: '4GiB' },
    args: [
      `--etcd-servers=http://127.0.0.1:${etcdPort}`,
      `--secure-port=${port}`,
      `--bind-address=${host}`,
      `--tls-cert-file=${certificates.certificate('api-server')}`,
      `--tls-private-key-file=${certificates.key('api-server')}`,
      `--client-ca-file=${certificates.authority}`,
      // The API server requests logs and `exec` from a node's kubelet.
      `--kubelet-client-certificate=${certificates.certificate('admin')}`,
      `--kubelet-client-key=${certificates.key('admin')}`,
      '--kubelet-preferred-address-types=InternalIP',
      '--service-cluster-ip-range=10.96.0.0/16',
      '--authorization-mode=Node,RBAC',
      '--allow-privileged=true',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${serviceAccount}.pub`,
      `--service-account-signing-key-file=${serviceAccount}.key`,
      '--endpoint-reconciler-type=none',
      '--event-ttl=10m',
      ...flags,
    ],
  };
}
