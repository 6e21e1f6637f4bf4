import type { Build } from '../../core/api/kpack/build.ts';
import { BUILDS, IMAGES } from '../../clients/kube/client/resources.ts';
import { outcomeOf, type BuildHistory } from '../../core/images/build-history.ts';
import { controllerOf, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { isFinished, succeededCondition } from '../../core/model/conditions.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import { namespacedNameOf, readBuild, readHistory } from '../image-builds.ts';
import { getIfExists } from '../objects/get-if-exists.ts';
import type { ClusterFlags } from '../options.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { triggerBuild } from '../trigger/run.ts';
import { reportEnd } from '../wait/report-end.ts';
import { waitForEnd, waiting } from '../wait/wait-for-build.ts';
import { retriedBuild, retryNames } from './retried-build.ts';
import { failure } from '../problems.ts';

/** The parsed options of `taskpack retry`. */
export interface RetryFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly wait?: true;
}

/** Runs `taskpack retry`. */
export async function runRetry(name: string, flags: RetryFlags, terminal: Terminal): Promise<void> {
  await withCluster(flags, terminal, async (cluster) => {
    const build = await readBuild(cluster.client, { namespace: flags.namespace ?? cluster.namespace, name });
    const image = await imageOf(cluster, build);
    checkFailed(build, image);
    if (image === undefined) return retryAlone(cluster, build, flags, terminal);
    checkNewest(build, image, await readHistory(cluster.client, image));
    return triggerBuild(cluster, image, flags, terminal);
  });
}

/** Returns the Image of a Build; `undefined` if the Build stands alone, or if a later Image has the name of its Image. */
async function imageOf({ client }: OpenCluster, build: KubeObject): Promise<KubeObject | undefined> {
  const name = asBuild(build).metadata.labels.get(IMAGE_LABEL);
  if (name === undefined) return undefined;
  const { namespace } = namespacedNameOf(build);
  const image = await getIfExists(client, IMAGES, { namespace, name });
  const owner = controllerOf(build);
  return owner === undefined || owner.uid === image?.metadata['uid'] ? image : undefined;
}

function checkFailed(build: KubeObject, image: KubeObject | undefined): void {
  const { name } = build.metadata;
  if (!isFinished(build)) {
    throw failure(`Build ${name} has not finished. Wait for its end, or stop it with "taskpack cancel ${name}"`);
  }
  if (succeededCondition(build)?.status !== 'True') return;
  const advice =
    image === undefined
      ? 'To build again, create a Build with another name'
      : `To build again, use "taskpack trigger ${image.metadata.name}"`;
  throw failure(`Build ${name} has succeeded, and only failed Builds are retried. ${advice}`);
}

/** The Image builds its present source, not that of an old Build. */
function checkNewest(build: KubeObject, image: KubeObject, { newest }: BuildHistory): void {
  if (newest === undefined || newest.metadata.uid === build.metadata['uid']) return;
  const { name } = image.metadata;
  const newer = `its newest Build ${newest.metadata.name} ${stateOf(newest)}`;
  throw failure(
    `Build ${build.metadata.name} is not the newest Build of Image ${name}: ${newer}. To build the present source of the Image again, use "taskpack trigger ${name}"`,
  );
}

function stateOf(build: Build): string {
  switch (outcomeOf(build)) {
    case 'True':
      return 'has succeeded';
    case 'False':
      return 'has failed';
    default:
      return 'has not finished';
  }
}

async function retryAlone(
  cluster: OpenCluster,
  build: KubeObject,
  { wait = false }: { readonly wait?: boolean },
  terminal: Terminal,
): Promise<void> {
  const retry = await createRetry(cluster, build);
  await writeTexts(terminal.output, [`build.kpack.io/${retry.metadata.name} created\n`]);
  if (!wait) return;
  const ended = await waiting(cluster, terminal, async (wanted) =>
    waitForEnd(wanted, wanted.observeBuild(retry), retry),
  );
  await reportEnd(ended, terminal);
}

/** Creates the retry with the first name that no Build has. */
async function createRetry({ client }: OpenCluster, build: KubeObject): Promise<KubeObject> {
  const names = retryNames(build.metadata.name);
  for (;;) {
    try {
      return await client.create(BUILDS, retriedBuild(build, names.next().value));
    } catch (error) {
      if (!isKubeError(error, 'ALREADY_EXISTS')) throw error;
    }
  }
}
