import { awaitCommand } from '../../support/command.ts';
import { NAMESPACE } from './account.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** What `taskpack logs` prints of a Build. */
export async function logOf({ cluster }: WholeWayBed, name: string): Promise<string> {
  const { stdout } = await awaitCommand(['logs', name, '-n', NAMESPACE, '--kubeconfig', cluster.kubeconfig]);
  return stdout;
}
