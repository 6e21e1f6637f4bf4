import path from 'node:path';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import type { RunningSample } from './running-sample.ts';
import { SAMPLE_NAME } from './sample.ts';

/** Returns the commands that users can try while everything runs. */
export function whatNow(
  { kubeconfig, kubectl }: Pick<NodeCluster, 'kubeconfig' | 'kubectl'>,
  { repository, url }: Pick<RunningSample, 'repository' | 'url'>,
): string {
  return `
All of it stays up until Ctrl-C. In another terminal:

  export KUBECONFIG=${kubeconfig} PATH=$PATH:${path.dirname(kubectl)}
  kubectl get builders,images,builds,pods
  npm start --silent -- logs ${SAMPLE_NAME}-build-2
  git clone ${url} && git -C ${SAMPLE_NAME} remote set-url --push origin ${repository}
  # commit and push in the clone, and the Image builds the commit; then, in the clone: taskpack why ${SAMPLE_NAME}`;
}
