import path from 'node:path';
import type { ProcessSpec } from '../processes/leashed-process.ts';
import type { Certificates } from './certificates.ts';

export function controllerManager(
  command: string,
  options: { readonly kubeconfig: string; readonly port: number; readonly certificates: Certificates },
): Omit<ProcessSpec, 'log'> {
  const { kubeconfig, port, certificates } = options;
  return {
    name: 'kube-controller-manager',
    command,
    args: [
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      '--use-service-account-credentials=true',
      `--service-account-private-key-file=${path.join(certificates.folder, 'service-account.key')}`,
      `--root-ca-file=${certificates.authority}`,
      // Tests use Pods on nodes that do not exist. The garbage collector would eventually delete these Pods.
      '--controllers=*,-nodeipam,-pod-garbage-collector-controller',
    ],
  };
}
