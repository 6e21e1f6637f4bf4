import type { ProcessSpec } from '../processes/leashed-process.ts';

export function scheduler(
  command: string,
  { kubeconfig, port }: { readonly kubeconfig: string; readonly port: number },
): Omit<ProcessSpec, 'log'> {
  return {
    name: 'kube-scheduler',
    command,
    args: [`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--bind-address=127.0.0.1', `--secure-port=${port}`],
  };
}
