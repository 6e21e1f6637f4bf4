import { boundedNames } from '../../../core/model/bounded-messages.ts';
import { isJsonList, type JsonObject } from '../../../core/model/json.ts';
import { asImage, type Image } from '../../../core/model/objects/image.ts';
import { fields, json, list, text } from '../../../core/model/objects/reader.ts';
import { formatQuantity, parseQuantity, quantityText } from '../../../core/model/quantity.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { podNeeds } from '../pod-needs.ts';
import { usedWorkload } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { capitalized, podText } from './admission.ts';

const asQuota = fields({
  metadata: fields({ name: text }),
  spec: fields({ hard: json }),
  status: fields({ used: json }),
});

const asLimitRange = fields({
  metadata: fields({ name: text }),
  spec: fields({ limits: list(fields({ type: text, default: json })) }),
});

/** Checks that the ResourceQuotas of the namespace have room for a Build. */
export function checkQuotas(facts: ClusterFacts): readonly Finding[] {
  return whenRead('quota', facts.namespace.quotas, 'ResourceQuotas', (quotas) => {
    const needs = neededByBuild(facts);
    const findings = quotas.filter(hasNoScope).flatMap((quota) => room(quota, needs, whatNeeds(facts)));
    if (quotas.length === 0) return [ok('quota', `The namespace ${facts.namespace.name} has no ResourceQuota.`)];
    return findings.length > 0 ? findings : [ok('quota', `The ResourceQuotas have room for ${whatNeeds(facts)}.`)];
  });
}

/** A scope can leave Pods of Builds out. The dry run shows what such a quota refuses. */
function hasNoScope(quota: JsonObject): boolean {
  const { scopes, scopeSelector } = asQuota(quota).spec.raw;
  return scopeSelector === undefined && (scopes === undefined || !isJsonList(scopes) || scopes.length === 0);
}

function whatNeeds(facts: ClusterFacts): string {
  const pod = podText(usedWorkload(facts));
  const { image } = facts.probes;
  return image === undefined ? pod : `${pod} of the Image ${image}`;
}

/** Returns what the Pod of a Build counts for quotas, by the names of quotas, in billionths. */
function neededByBuild(facts: ClusterFacts): ReadonlyMap<string, bigint> {
  const probe = facts.probes.pods[usedWorkload(facts)];
  if (probe?.kind !== 'read') return new Map();
  const { sent, answer } = probe.value;
  return podNeeds(answer.kind === 'admitted' ? answer.object : sent);
}

function room(quota: JsonObject, needs: ReadonlyMap<string, bigint>, what: string): readonly Finding[] {
  const { metadata, spec, status } = asQuota(quota);
  const { name = '' } = metadata;
  const { hard } = spec;
  const { used } = status;
  return Object.entries(hard).flatMap(([resource, value]) => {
    const allowed = quantityText(value);
    const limit = parseQuantity(allowed);
    const need = needs.get(resource);
    if (limit === undefined || need === undefined || need === 0n) return [];
    const inUse = parseQuantity(quantityText(used[resource]))?.nano ?? 0n;
    const needed = formatQuantity({ nano: need, format: limit.format });
    if (need > limit.nano) {
      return [
        found(
          'quota',
          'error',
          `${capitalized(what)} needs ${needed} of ${resource}, but the ResourceQuota ${name} has only ${allowed}: it never starts.`,
          'Have the quota raised, or lower spec.build.resources of the Image.',
        ),
      ];
    }
    if (inUse + need <= limit.nano) return [];
    return [
      found(
        'quota',
        'warning',
        `${capitalized(what)} needs ${needed} of ${resource}, but ${quantityText(used[resource])} of ${allowed} of the ResourceQuota ${name} are in use: the Build fails unless Pods end soon.`,
        'Wait for Pods to end, have the quota raised, or limit the Builds that run at the same time with MAX_UNFINISHED_BUILDS_PER_NAMESPACE.',
      ),
    ];
  });
}

/** Less memory than this ends many buildpacks with OutOfMemory, and less CPU makes them several times slower. */
const LEAST_MEMORY = 2n ** 30n * 1_000_000_000n;
const LEAST_CPU = 1_000_000_000n;

/** Checks the limits that a LimitRange gives to phases without limits. */
export function checkLimits(facts: ClusterFacts): readonly Finding[] {
  return whenRead('limits', facts.namespace.limitRanges, 'LimitRanges', (ranges) => {
    const findings = ranges.flatMap((range) => smallDefaults(facts, range));
    if (ranges.length === 0) return [ok('limits', `The namespace ${facts.namespace.name} has no LimitRange.`)];
    return findings.length > 0 ? findings : [ok('limits', 'The LimitRanges leave enough memory and CPU for phases.')];
  });
}

function smallDefaults(facts: ClusterFacts, range: JsonObject): readonly Finding[] {
  const { metadata, spec } = asLimitRange(range);
  const { name = '' } = metadata;
  const defaults = spec.limits.filter(({ type }) => type === 'Container').map((limit) => limit.default);
  return defaults.flatMap(({ memory, cpu }) => [
    ...small(facts, 'memory', memory, LEAST_MEMORY).map((images) =>
      found(
        'limits',
        'warning',
        `The LimitRange ${name} limits each phase of ${images} to ${quantityText(memory)} of memory. Many buildpacks need more, and end with OutOfMemory.`,
        'Set spec.build.resources.limits.memory of the Image, for example to 2Gi, or raise the default of the LimitRange.',
      ),
    ),
    ...small(facts, 'cpu', cpu, LEAST_CPU).map((images) =>
      found(
        'limits',
        'warning',
        `The LimitRange ${name} limits each phase of ${images} to ${quantityText(cpu)} CPU, so Builds take long.`,
        'Set spec.build.resources.limits.cpu of the Image, for example to 2, or raise the default of the LimitRange.',
      ),
    ),
  ]);
}

/** Returns a text that names the Images without a limit, if the default is too small. */
function small(facts: ClusterFacts, resource: string, value: unknown, least: bigint): readonly string[] {
  const quantity = typeof value === 'string' ? parseQuantity(value) : undefined;
  if (quantity === undefined || quantity.nano >= least) return [];
  if (facts.namespace.images.kind === 'unread') return ['Builds without a limit'];
  const images = facts.namespace.images.value
    .map(asImage)
    .filter(({ spec }) => spec.build.resources.limits[resource] === undefined);
  if (facts.namespace.images.value.length === 0) return ['Builds without a limit'];
  return images.length === 0 ? [] : [namesText(images)];
}

const MAX_NAMES = 3;

/** Returns the names of Images as text, at most three. */
export function namesText(images: readonly Image[]): string {
  const names = images.map(({ metadata }) => metadata.name ?? '');
  return `the Image${names.length > 1 ? 's' : ''} ${boundedNames(names, MAX_NAMES)}`;
}
