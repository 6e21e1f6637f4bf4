import { BUILDS, IMAGES, KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { asBuild, type Build } from '../../core/model/objects/build.ts';
import { fieldWarning, type FieldProblem } from '../../core/model/problem.ts';
import { labelOf } from '../../insight/views/object-view.ts';
import { buildsOf } from '../image-builds.ts';
import type { NamedObject } from '../object-names.ts';
import { getIfExists } from '../objects/get-if-exists.ts';
import { notFound } from '../objects/not-found.ts';
import { firstBuildWait, listOwnBuilds, numberedBuild } from '../objects/own-builds.ts';
import { CommandFailure, failure } from '../problems.ts';
import { accessError, refusal } from '../objects/access-error.ts';

/** A Build, and Builds among which are the earlier ones of its Image. */
export interface FoundBuilds {
  readonly build: Build;
  readonly builds: readonly Build[];
  /** Warnings about what the user may not read. */
  readonly problems: readonly FieldProblem[];
}

/** The object of the command line, and the number of a Build of an Image. */
export interface WantedBuild {
  readonly object: NamedObject;
  readonly namespace: string;
  readonly number?: number | undefined;
}

type Client = Pick<KubeClient, 'get' | 'list'>;

/** Finds a Build by its name, or as the last or numbered Build of an Image. Rejects with `CommandFailure` if there is none. */
export async function findBuilds(client: Client, { object, namespace, number }: WantedBuild): Promise<FoundBuilds> {
  const { kind = number === undefined ? undefined : 'Image', name } = object;
  const key = { namespace, name };
  const direct = kind === 'Image' ? undefined : await getIfExists(client, BUILDS, key);
  if (direct !== undefined) {
    const build = asBuild(direct);
    return { build, ...(await buildsBeside(client, build, namespace)) };
  }
  const image = kind === 'Build' ? undefined : await getIfExists(client, IMAGES, key);
  if (image === undefined) {
    const kinds = kind === undefined ? (['Build', 'Image'] as const) : [kind];
    const resources = kinds.map((each) => KPACK_RESOURCES[each]);
    throw new CommandFailure([await notFound(client, resources, key)], 1);
  }
  const builds = await listOwnBuilds(client, image, key);
  const found = numberedBuild(builds, number, name);
  if (found === undefined) throw failure(`Image ${name} has no Build yet: ${firstBuildWait(image)}`);
  return { build: asBuild(found), builds: builds.map(asBuild), problems: [] };
}

/** Lists the Builds with the same Image. Without the permission, the command compares with the image that the Build names. */
async function buildsBeside(
  client: Client,
  build: Build,
  namespace: string,
): Promise<Pick<FoundBuilds, 'builds' | 'problems'>> {
  const image = labelOf(build, IMAGE_LABEL);
  if (image === undefined) return { builds: [], problems: [] };
  const access = { verb: 'list', resource: BUILDS, namespace } as const;
  const builds: Build[] = [];
  try {
    for await (const each of client.list(BUILDS, buildsOf({ namespace, name: image }))) builds.push(asBuild(each));
    return { builds, problems: [] };
  } catch (error) {
    const refused = refusal(error, access);
    if (refused === undefined) throw accessError(error, access);
    return { builds: [], problems: [fieldWarning([], `${refused.message} (${refused.details ?? ''})`)] };
  }
}
