import { compareTexts } from '../../buildpacks/compare-texts.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import type { BaseImage } from '../parts/base-image.ts';
import type { BuilderLayer } from './builder-layer.ts';

/** The build image's configuration with what the builder adds; all else of it stays, and in its order. */
export function builderConfiguration(
  { whole, read }: BaseImage['configuration'],
  layers: readonly BuilderLayer[],
  labels: Readonly<Record<string, string>>,
): JsonObject {
  const { config, rootfs } = whole;
  const all = Object.entries({ ...read.config?.Labels, ...labels });
  return {
    ...whole,
    config: {
      ...(isJsonObject(config) && config),
      WorkingDir: '/layers',
      Labels: Object.fromEntries(all.toSorted(([one], [other]) => compareTexts(one, other))),
    },
    ...historyOf(whole, layers),
    rootfs: {
      ...(isJsonObject(rootfs) && rootfs),
      diff_ids: [...read.rootfs.diff_ids, ...layers.map(({ diffId }) => diffId)],
    },
  };
}

/** Where the build image has a history, it has one entry a layer; where it has none, neither has the builder. */
function historyOf({ history }: JsonObject, layers: readonly BuilderLayer[]): JsonObject {
  if (!Array.isArray(history) || history.length === 0) return {};
  const told: readonly Json[] = history;
  return { history: [...told, ...layers.map(({ what }) => ({ created: '0001-01-01T00:00:00Z', created_by: what }))] };
}
