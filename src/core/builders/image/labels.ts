import type { Buildpack } from '../../buildpacks/buildpack.ts';
import { compareTexts } from '../../model/compare-texts.ts';
import type { ResolvedOrder } from '../../buildpacks/resolution.ts';
import { readsRunToml } from '../../model/platform-api.ts';
import type { BuilderLifecycle } from '../resources/lifecycle.ts';
import type { BuilderContent } from './builder-image.ts';

/** kpack writes its version here. A constant keeps the digest of builders when taskpack is updated. */
const CREATED_BY = { name: 'taskpack', version: '' };

/**
 * Returns the labels that a builder adds to those of its build image, byte for byte as kpack writes them. A builder with
 * run.toml also lists its run images, as pack's builders do, because readers of the image recognize run.toml by this list.
 */
export function builderLabels(
  { lifecycle, labels, order, maximumPlatformApi }: BuilderContent,
  buildpacks: readonly Buildpack[],
  runImage: string,
): Readonly<Record<string, string>> {
  const { buildpack, platform } = lifecycle.api;
  return {
    'io.buildpacks.lifecycle.version': lifecycle.version,
    ...labels,
    'io.buildpacks.buildpack.order': goJson(order.length === 0 ? null : orderLabel(order)),
    'io.buildpacks.buildpack.layers': goJson(layersLabel(buildpacks)),
    'io.buildpacks.lifecycle.apis': goJson(apisLabel(lifecycle.apis)),
    'io.buildpacks.builder.metadata': goJson({
      description: 'Custom Builder built with kpack',
      stack: { runImage: { image: runImage, mirrors: null } },
      lifecycle: { version: lifecycle.version, api: present({ buildpack, platform }), apis: apisLabel(lifecycle.apis) },
      createdBy: CREATED_BY,
      buildpacks: buildpacks.map(({ id, version, homepage }) => ({ id, ...present({ version, homepage }) })),
      ...(readsRunToml(maximumPlatformApi) && { images: [{ image: runImage, mirrors: null }] }),
    }),
  };
}

/** `[{"group":[{"id":"…","version":"…","optional":true}]}]` */
function orderLabel(order: ResolvedOrder | NonNullable<Buildpack['order']>): readonly object[] {
  return order.map(({ group }) => ({
    ...(group.length > 0 && {
      group: group.map(({ id, version, optional }) => ({
        id,
        ...present({ version }),
        ...(optional === true && { optional }),
      })),
    }),
  }));
}

/** `{"ID":{"VERSION":{"api":"…","layerDiffID":"…","order":[…],"stacks":[…],"homepage":"…"}}}`, sorted as Go sorts maps. */
function layersLabel(buildpacks: readonly Buildpack[]): object {
  const ids = new Map<string, Map<string, object>>();
  const sorted = buildpacks.toSorted(
    (one, other) => compareTexts(one.id, other.id) || compareTexts(one.version, other.version),
  );
  for (const buildpack of sorted) {
    const versions = ids.get(buildpack.id) ?? new Map<string, object>();
    ids.set(buildpack.id, versions.set(buildpack.version, layerLabel(buildpack)));
  }
  return Object.fromEntries([...ids].map(([id, versions]) => [id, Object.fromEntries(versions)]));
}

function layerLabel({ api = '', diffId, order = [], stacks = [], homepage }: Buildpack): object {
  return {
    api,
    layerDiffID: diffId,
    ...(order.length > 0 && { order: orderLabel(order) }),
    ...(stacks.length > 0 && {
      stacks: stacks.map(({ id, mixins = [] }) => ({ id, ...(mixins.length > 0 && { mixins }) })),
    }),
    ...present({ homepage }),
  };
}

function apisLabel({ buildpack, platform }: BuilderLifecycle['apis']): object {
  return { buildpack: apiSetLabel(buildpack), platform: apiSetLabel(platform) };
}

function apiSetLabel({ deprecated, supported }: BuilderLifecycle['apis']['buildpack']): object {
  return { deprecated: orNull(deprecated), supported: orNull(supported) };
}

/** Go encodes a nil slice as `null`. */
function orNull(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list;
}

/** Go's `omitempty`. */
function present(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const given = Object.entries(texts).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  return Object.fromEntries(given);
}

/**
 * Encodes JSON as Go's encoding/json does, which escapes characters with a meaning in HTML, so that labels equal kpack's.
 * The caller orders the fields and omits empty ones.
 */
function goJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
