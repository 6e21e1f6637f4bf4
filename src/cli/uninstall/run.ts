import { removal, type RemovalScope } from '../../install/removal.ts';
import { fieldWarning } from '../../core/model/problem.ts';
import type { ClusterFlags } from '../options.ts';
import { jsonTexts, yamlTexts } from '../output.ts';
import { reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';

/** The parsed options of `taskpack uninstall`. */
export interface UninstallFlags extends ClusterFlags {
  readonly output: 'yaml' | 'json';
  readonly withDefinitions?: true;
  readonly keepNamespace?: true;
  readonly check?: true;
}

/** Names all kinds of kpack.io. */
export const DEFINITIONS_WARNING =
  'deleting the definitions deletes every Build, Image, Builder, Buildpack, SourceResolver, ClusterBuilder, ClusterStore, ' +
  'ClusterStack, ClusterBuildpack and ClusterLifecycle of the cluster';

/** Runs `taskpack uninstall`. */
export async function runUninstall(flags: UninstallFlags, terminal: Terminal): Promise<void> {
  const scope: RemovalScope = {
    definitions: flags.withDefinitions === true ? 'delete' : 'keep',
    namespace: flags.keepNamespace === true ? 'keep' : 'delete',
  };
  if (flags.withDefinitions === true) reportProblems([fieldWarning([], DEFINITIONS_WARNING)], terminal.errors);
  // Only --check needs the Kubernetes client.
  if (flags.check === true) return (await import('./check-cluster.ts')).checkRemoval(flags, scope, terminal);
  const objects = removal(scope);
  await writeTexts(terminal.output, flags.output === 'yaml' ? yamlTexts(objects) : jsonTexts(objects));
}
