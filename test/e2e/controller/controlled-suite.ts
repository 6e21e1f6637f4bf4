import { installCrds } from '../../cluster/custom-resources.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { buildCommand } from '../../support/command.ts';
import { startController, type RunningController } from '../../support/running-controller.ts';
import { standInCluster, type StandInCluster } from '../layouts/stand-in-cluster.ts';
import type { Scripts } from '../layouts/stand-in-images.ts';
import { publishControlled, type ControlledImages } from './controlled-images.ts';

type Settings = Readonly<Record<string, string>>;

/** The setup that the tests of a file share: a node, and Builds on the node whose phases are scripts. */
export interface ControlledSuite {
  readonly cluster: () => NodeCluster;
  readonly publish: (scripts?: Scripts) => Promise<ControlledImages>;
  /** Starts a controller that uses these images as taskpack's own. */
  readonly control: (images: ControlledImages, settings: Settings) => Promise<RunningController>;
}

/** Creates the namespace of the Builds. The controllers act on this namespace only, so that other files can run meanwhile. */
export function controlledSuite(namespace: string): ControlledSuite {
  let started: StandInCluster | undefined;
  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    started = await standInCluster();
    buildCommand();
    const { client } = started.cluster;
    await installCrds(started.cluster);
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } });
  });
  const there = (): StandInCluster => {
    if (started === undefined) throw new Error('the tests have not begun');
    return started;
  };
  return {
    cluster: () => there().cluster,
    publish: async (scripts) => publishControlled(there().cluster.registry, there().programs, scripts),
    control: async ({ steps }, settings) =>
      startController(there().cluster.kubeconfig, { STEPS_IMAGE: steps, ENTRYPOINT_IMAGE: steps, ...settings }, [
        '--namespace',
        namespace,
      ]),
  };
}
