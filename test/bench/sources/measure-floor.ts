import { clusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import type { Build } from '../../../src/core/api/kpack/build.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { inFlight } from '../controller/in-flight.ts';
import { report } from '../report.mjs';
import { firstBuild, patchStatus, TIME, type SeededImage } from './seed-images.ts';

/** Seconds that a bare loop needs until the last of these Builds exists. */
export interface Floor {
  readonly creations: number;
  /** With the status of the SourceResolver, which a Build follows, and the status of the Image, which follows the Build. */
  readonly withStatuses: number;
}

/** The requests of the controller that run at the same time: 8 workers each for Images and for SourceResolvers. */
const AT_ONCE = 16;
const LATER = TIME.replace('00Z', '30Z');

/** Measures how fast the API server creates the Builds of a burst of pushes for a client that does nothing else. */
export async function measureFloor(
  client: ApiClient,
  builder: KubernetesObject,
  images: readonly SeededImage[],
): Promise<Floor> {
  const known = clusterBuilder.parse(builder);
  const planned = images.map((seeded) => ({ ...seeded, ...firstBuild(seeded, known) }));
  const alone = planned.map(({ build }) => named(build, 'floor-a'));
  const creations = await secondsOf(async () =>
    inFlight(alone, AT_ONCE, async (build) => client.create(build as unknown as KubernetesObject)),
  );
  const beside = planned.map((one) => ({ ...one, build: named(one.build, 'floor-b') }));
  const withStatuses = await secondsOf(async () =>
    inFlight(beside, AT_ONCE, async ({ image, resolver, build, status }) => {
      const conditions = resolver.status?.conditions?.map((one) => ({ ...one, lastTransitionTime: LATER }));
      await patchStatus(client, 'sourceresolvers', resolver, { ...resolver.status, conditions });
      await client.create(build as unknown as KubernetesObject);
      await patchStatus(client, 'images', image, withTimes(status));
    }),
  );
  const builds = [...alone, ...beside.map(({ build }) => build)];
  await inFlight(builds, AT_ONCE, async (build) => client.delete(build as unknown as KubernetesObject));
  report(`floor: a bare loop creates ${images.length} Builds`, creations, { unit: 's', digits: 2 });
  report(`floor: the same with the statuses of resolver and Image`, withStatuses, { unit: 's', digits: 2 });
  return { creations, withStatuses };
}

function named(build: Build, prefix: string): Build {
  return { ...build, metadata: { ...build.metadata, name: `${prefix}-${build.metadata.name}` } };
}

function withTimes(status: object): object {
  const { conditions = [] } = status as { readonly conditions?: readonly object[] };
  return { ...status, conditions: conditions.map((one) => ({ ...one, lastTransitionTime: TIME })) };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
