import { withCluster } from '../cluster.ts';
import { readImage } from '../image-builds.ts';
import type { ClusterFlags } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { triggerBuild } from './trigger-build.ts';

/** The parsed options of `taskpack trigger`. */
export interface TriggerFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly wait?: true;
}

/** Runs `taskpack trigger`. */
export async function runTrigger(name: string, flags: TriggerFlags, terminal: Terminal): Promise<void> {
  await withCluster(flags, terminal, async (cluster) => {
    const image = await readImage(cluster.client, { namespace: flags.namespace ?? cluster.namespace, name });
    await triggerBuild(cluster, image, flags, terminal);
  });
}
