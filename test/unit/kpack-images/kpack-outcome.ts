import type { JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { ImageAnswer, ImageWorld, KpackWrite } from './image-oracle.ts';
import { plainObject, withoutConditionTimes, comparableBuild, shortest, written, type Outcome } from './outcome.ts';

/** Returns kpack's outcome from its requests. */
export function kpackOutcome(world: ImageWorld, { writes, error }: ImageAnswer): Outcome {
  const find = (method: KpackWrite['method'], path: RegExp): KpackWrite | undefined =>
    writes.find((write) => write.method === method && path.test(write.path));
  const claim = claimOf(writes);
  const resolver = find('POST', /^sourceresolvers$/) ?? find('PUT', /^sourceresolvers\//);
  const build = find('POST', /^builds$/)?.body;
  const status = find('PUT', /^images\/[^/]+\/status$/)?.body;
  return {
    ...(claim !== undefined && { claim }),
    ...(resolver?.body && { resolver: resolverOf(resolver.body) }),
    ...(build && { build: comparableBuild(plainObject(written(build))) }),
    deletions: writes.flatMap(({ method, path }) =>
      method === 'DELETE' && path.startsWith('builds/') ? [path.slice('builds/'.length)] : [],
    ),
    status: withoutConditionTimes(plainObject(objectAt(status ?? world.image, 'status'))),
    ...(error !== undefined && { error }),
  };
}

function claimOf(writes: readonly KpackWrite[]): JsonObject | undefined {
  const write = writes.find(({ path }) => path.startsWith('persistentvolumeclaims'));
  if (write?.body === undefined || write.body === null) return undefined;
  switch (write.method) {
    case 'DELETE':
      return { deleted: textAt(objectAt(write.body, 'preconditions'), 'uid') ?? '' };
    case 'POST':
      return plainObject({ created: written(write.body) });
    case 'PUT': {
      const { storage = '' } = objectAt(objectAt(objectAt(write.body, 'spec'), 'resources'), 'requests');
      return plainObject({ labels: objectAt(objectAt(write.body, 'metadata'), 'labels'), storage: shortest(storage) });
    }
  }
}

function resolverOf(resolver: JsonObject): JsonObject {
  const { metadata, spec } = plainObject(written(resolver));
  const { labels = {} } = metadata as JsonObject;
  return { labels, spec: spec ?? {} };
}
