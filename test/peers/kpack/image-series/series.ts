import { rmSync } from 'node:fs';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { createFolderVolume } from '../../../cluster/node/folder-claim.ts';
import { until } from '../../../cluster/processes/until.ts';
import { builderObjects, NAMES, NAMESPACE, type SeriesBed } from './series-bed.ts';
import { observe, type Observed } from './series-state.ts';
import { STEPS, type Effect, type SeriesUser } from './series-steps.ts';
import { recordHistory } from './image-history.ts';
import { recorder, type Snapshot } from './snapshot.ts';

/** The state after each step, by the name of the step. */
export type Series = ReadonlyMap<string, Snapshot>;

/** Does all steps in a new namespace. A controller runs meanwhile. `owner` is the controller's name. */
export async function runSeries(bed: SeriesBed, owner: string): Promise<Series> {
  const user: SeriesUser = { bed, owner };
  const cache = await createNamespace(user);
  const history = recordHistory(user);
  try {
    const record = recorder(user, history);
    const series = new Map<string, Snapshot>();
    for (const { name, act, effect } of STEPS) {
      const questions = bed.server.heard.length;
      await act(user);
      await waitFor(user, `${owner}: ${name}`, effect, questions);
      series.set(name, await record());
    }
    return series;
  } finally {
    history.stop();
    await remove(user, cache);
  }
}

/** Creates the namespace, and the volume for the Image's cache. Returns the volume's path. */
async function createNamespace({ bed: { cluster } }: SeriesUser): Promise<string> {
  await cluster.client.create(NAMESPACE_OBJECT);
  const cache = await createFolderVolume(cluster, { name: CACHE, namespace: NAMESPACE });
  await until('the account of Builds', async () =>
    cluster.client.get({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: NAMESPACE },
    }),
  );
  return cache;
}

/** Removes everything that a controller may have left, so that the next one starts as the first did. */
async function remove({ bed }: SeriesUser, cache: string): Promise<void> {
  const { client } = bed.cluster;
  const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `${NAMESPACE}-${CACHE}` } };
  for (const object of [NAMESPACE_OBJECT, ...builderObjects(bed), volume]) await client.delete(object);
  const isGone = async (): Promise<true | undefined> => {
    const left = await Promise.all([client.get(NAMESPACE_OBJECT), client.get(volume)]);
    return left.every((object) => object === undefined) ? true : undefined;
  };
  await until('the end of the namespace', isGone, { seconds: 120 });
  rmSync(cache, { recursive: true, force: true });
}

const CACHE = `${NAMES.image}-cache`;
const NAMESPACE_OBJECT = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };

async function waitFor(user: SeriesUser, what: string, effect: Effect, questions: number): Promise<void> {
  let last: Observed | undefined;
  const hasHappened = async (): Promise<true | undefined> => {
    if (effect.kind === 'asked') return user.bed.server.heard.length > questions ? true : undefined;
    last = await observe(user);
    return isReached(effect, last) ? true : undefined;
  };
  try {
    // kpack asks a git server once a minute.
    await until(what, hasHappened, { seconds: 240, every: 500 });
  } catch (cause) {
    throw new Error(`${what}: the state is ${JSON.stringify(last)}`, { cause });
  }
}

/** True if the state is the effect of a step. */
function isReached(effect: Exclude<Effect, { kind: 'asked' }>, observed: Observed): boolean {
  const { image, builder, resolver, claim, builds } = observed;
  switch (effect.kind) {
    case 'published':
      return objectAt(builder ?? {}, 'status')['latestImage'] !== undefined;
    case 'built': {
      const { status } = readyOf(image ?? {});
      const isNewest = objectAt(image ?? {}, 'status')['latestBuildRef'] === `${NAMES.image}-build-${effect.build}`;
      if (isNewest && status !== 'Unknown' && status !== effect.ready) throw new Error('another end');
      return isNewest && status === effect.ready && isObserved(image ?? {});
    }
    case 'kept':
      return builds.map(({ number }) => number).join() === effect.builds.join() && isObserved(image ?? {});
    case 'deleted':
      return builds.length === 0 && [image, resolver, claim].every((object) => object === undefined);
  }
}

function readyOf(image: JsonObject): JsonObject {
  return objectsAt(objectAt(image, 'status'), 'conditions').find(({ type }) => type === 'Ready') ?? {};
}

function isObserved(image: JsonObject): boolean {
  return objectAt(image, 'metadata')['generation'] === objectAt(image, 'status')['observedGeneration'];
}
