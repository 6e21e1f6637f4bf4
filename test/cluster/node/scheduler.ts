import type { ProcessSpec } from '../processes/leashed-process.ts';
import { RARE_COLLECTIONS } from '../processes/rare-collections.ts';

export function scheduler(
  command: string,
  { kubeconfig, port }: { readonly kubeconfig: string; readonly port: number },
): Omit<ProcessSpec, 'log'> {
  return {
    name: 'kube-scheduler',
    command,
    environment: RARE_COLLECTIONS,
    args: [`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--bind-address=127.0.0.1', `--secure-port=${port}`],
  };
}
