import { build } from '../../../src/core/api/kpack/build.ts';
import { builder } from '../../../src/core/api/kpack/builder.ts';
import { clusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import { image } from '../../../src/core/api/kpack/image.ts';
import { sourceResolver } from '../../../src/core/api/kpack/source-resolver.ts';
import { cacheClaimName } from '../../../src/core/images/cache-claim.ts';
import { planImage, type ImagePlan } from '../../../src/core/images/image-plan.ts';
import type { ObservedClaim, ObservedImage } from '../../../src/core/images/observed-image.ts';
import { sourceResolverName } from '../../../src/core/images/source-resolver.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { Manifest } from '../../../src/core/model/kubernetes-object.ts';
import type { ImageWorld } from './image-oracle.ts';
import { comparableBuild, plainObject, shortest, written, type Outcome } from './outcome.ts';
import { nameOf } from './world-fields.ts';
import { mergePatched } from '../../support/merge-patch.ts';

const NOW_MS = Date.parse('2026-03-04T05:06:07Z');

/** Returns taskpack's outcome: the plan of one step. */
export function ourOutcome(world: ImageWorld): Outcome {
  const options = { nowMs: NOW_MS, usesPriorityClasses: world.priorityClasses };
  const plan = planImage(observe(world), options);
  const claim = claimOf(plan.claim, world.claim);
  const { resolver, build: next } = plan;
  return {
    ...(claim !== undefined && { claim }),
    ...(resolver !== undefined && { resolver: resolverOf(resolver.manifest) }),
    ...(next !== undefined && { build: comparableBuild(plainObject(written(plainObject(next)))) }),
    deletions: plan.deletions.map(({ metadata }) => metadata.name),
    status: plainObject(plan.status),
  };
}

function observe(world: ImageWorld): ObservedImage {
  const parsed = image.parse(world.image);
  const { kind, name } = parsed.spec.builder;
  const found = named(kind === 'Builder' ? world.builder : world.clusterBuilder, name);
  const claim = named(world.claim, cacheClaimName(parsed));
  const resolver = named(world.sourceResolver, sourceResolverName(parsed));
  return {
    image: parsed,
    builder: found && (kind === 'Builder' ? builder : clusterBuilder).parse(found),
    resolver: resolver && sourceResolver.parse(resolver),
    builds: world.builds.map((one) => build.parse(one)),
    claim: claim && observedClaim(claim),
    sharedTag: undefined,
  };
}

function named(object: JsonObject | undefined, name: string): JsonObject | undefined {
  return object !== undefined && nameOf(object) === name ? object : undefined;
}

function observedClaim(claim: JsonObject): ObservedClaim {
  const spec = objectAt(claim, 'spec');
  return {
    metadata: claim['metadata'] as unknown as ObservedClaim['metadata'],
    storage: textAt(objectAt(objectAt(spec, 'resources'), 'requests'), 'storage'),
    storageClassName: textAt(spec, 'storageClassName'),
  };
}

function claimOf(write: ImagePlan['claim'], stored: JsonObject | undefined): JsonObject | undefined {
  switch (write?.kind) {
    case 'create':
      return plainObject({ created: written(write.claim) });
    case 'delete':
      return { deleted: write.uid };
    case 'patch': {
      const { metadata, spec } = mergePatched(stored ?? {}, write.patch);
      const { storage = '' } = objectAt(objectAt(spec as JsonObject, 'resources'), 'requests');
      return plainObject({ labels: objectAt(metadata as JsonObject, 'labels'), storage: shortest(storage) });
    }
    case undefined:
      return undefined;
  }
}

function resolverOf({ metadata, spec = {} }: Manifest): JsonObject {
  const { labels = {} } = metadata;
  return { labels, ...plainObject({ spec }) };
}
