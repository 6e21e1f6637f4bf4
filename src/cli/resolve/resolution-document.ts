import type { Considered } from '../../buildpacks/choice.ts';
import type { Offer } from '../../buildpacks/offer.ts';
import type { ResolvedEntry } from '../../buildpacks/resolution.ts';
import type { JsonObject } from '../../model/json.ts';
import { formatFieldPath } from '../../model/problem.ts';
import type { ReadBuilder } from '../builder/read-builders.ts';

/** A builder's resolution for programs: the order as its status has it, how each entry was chosen, and all contents. */
export function resolutionDocument({ object, reading }: ReadBuilder): JsonObject {
  const { metadata } = object.value;
  const { resolution } = reading;
  return {
    kind: object.kind,
    ...(metadata.namespace !== undefined && object.kind === 'Builder' && { namespace: metadata.namespace }),
    name: metadata.name,
    order:
      resolution.kind === 'resolved'
        ? resolution.order.map(({ group }) => ({ group: group.map((entry) => ({ ...entry })) }))
        : [],
    entries: resolution.entries.map(entryOf),
    buildpacks: resolution.kind === 'resolved' ? resolution.buildpacks.map(offerOf) : [],
  };
}

function entryOf({ path, chosen, why, considered }: ResolvedEntry): JsonObject {
  return { path: formatFieldPath(path), ...offerOf(chosen), why: { ...why }, considered: considered.map(consideredOf) };
}

function consideredOf({ because, ...offer }: Considered): JsonObject {
  return { ...offerOf(offer), because };
}

function offerOf({ buildpack, resource }: Offer): JsonObject {
  const { id, version, image, diffId, digest, size } = buildpack;
  return { id, version, diffId, digest, size, resource: { ...resource }, ...(image !== undefined && { image }) };
}
