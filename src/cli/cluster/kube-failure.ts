import { KubeError } from '../../kube/kube-error.ts';
import { fieldError } from '../../model/problem.ts';
import { CommandFailure } from '../command-failure.ts';

/** How a command ends that a cluster fails: a kubeconfig that cannot be used is a command that is used wrongly. */
export function kubeFailure(error: unknown): unknown {
  if (!(error instanceof KubeError)) return error;
  return new CommandFailure([fieldError([], error.message)], error.code === 'CONFIGURATION' ? 2 : 1);
}
