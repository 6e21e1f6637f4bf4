import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { ApiClient } from '../../../cluster/kubernetes/api-client.ts';
import { kpackPath } from '../../crds/kpack-cluster.ts';
import { soon, type ImageBed } from './image-bed.ts';

/**
 * Plays the controllers of SourceResolvers and Builds until the Image is up to date with a commit: resolves whatever SourceResolver
 * the Image has, and lets each of its Builds succeed. The objects may disappear meanwhile.
 */
export async function playUntilBuilt(client: ApiClient, bed: ImageBed, name: string, revision: string): Promise<void> {
  const resolve = async (): Promise<void> => {
    const resolver = await bed.get(bed.named('SourceResolver', `${name}-source`));
    const isKnown = gitOf(objectAt(resolver, 'status')) === revision;
    if ('metadata' in resolver && !isKnown) await bed.writeRevision(resolver, revision);
  };
  const listBuilds = async (): Promise<readonly JsonObject[]> => {
    const path = `${kpackPath(bed.named('Build'))}?labelSelector=image.kpack.io/image%3D${name}`;
    return objectsAt((await client.send('GET', path)) as JsonObject, 'items');
  };
  await soon(`${name} is built from ${revision}`, async () => {
    await resolve();
    const builds = await listBuilds();
    for (const build of builds.filter((one) => !hasEnded(one))) await bed.finish(nameOf(build), 'True');
    const { latestBuildRef } = await bed.status(name);
    const newest = builds.find((build) => nameOf(build) === latestBuildRef) ?? {};
    const isReady = (await bed.condition(name, 'Ready'))['reason'] === 'UpToDate';
    return isReady && gitOf(objectAt(newest, 'spec')) === revision;
  });
}

function gitOf(parent: JsonObject): unknown {
  return objectAt(objectAt(parent, 'source'), 'git')['revision'];
}

function hasEnded(build: JsonObject): boolean {
  const conditions = objectsAt(objectAt(build, 'status'), 'conditions');
  return conditions.some(({ type, status }) => type === 'Succeeded' && status !== 'Unknown');
}

function nameOf(object: JsonObject): string {
  return textAt(objectAt(object, 'metadata'), 'name') ?? '';
}
