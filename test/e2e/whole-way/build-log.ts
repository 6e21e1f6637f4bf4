import { awaitCommand } from '../../support/command.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** Returns the output of `taskpack logs` for a Build. */
export async function logOf({ cluster, namespace }: WholeWayBed, name: string): Promise<string> {
  const { stdout } = await awaitCommand(['logs', name, '-n', namespace, '--kubeconfig', cluster.kubeconfig]);
  return stdout;
}
