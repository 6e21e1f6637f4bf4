import path from 'node:path';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import type { RunningSample } from './running-sample.ts';

/** Returns the commands that users can try while everything runs. */
export function whatNow(
  { kubeconfig, kubectl }: Pick<NodeCluster, 'kubeconfig' | 'kubectl'>,
  { name, file, repository }: Pick<RunningSample, 'name' | 'file' | 'repository'>,
): string {
  return `
All of it stays up until Ctrl-C. In another terminal:

  export KUBECONFIG=${kubeconfig} PATH=$PATH:${path.dirname(kubectl)}
  kubectl get builders,builds,pods
  npm start --silent -- logs ${name}
  git clone ${repository}   # the source: commit, push, and
  kubectl create -f ${file}   # build it again`;
}
