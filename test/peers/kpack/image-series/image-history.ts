import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import { watchPath } from '../../../cluster/kubernetes/watch.ts';
import { until } from '../../../cluster/processes/until.ts';
import { NAMESPACE } from './series-bed.ts';
import type { SeriesUser } from './series-steps.ts';

/** The versions of the Image of a series, as clients that watch it see them. */
export interface ImageHistory {
  /** Returns one line for each change since the last call, up to this version. */
  readonly until: (image: JsonObject) => Promise<readonly string[]>;
  readonly stop: () => void;
}

export function recordHistory({ bed: { cluster } }: SeriesUser): ImageHistory {
  let lines: string[] = [];
  let last = '';
  let version: Json | undefined;
  const path = `/apis/kpack.io/v1alpha2/namespaces/${NAMESPACE}/images?watch=true`;
  const stop = watchPath<JsonObject>(cluster.client.address, path, ({ object }) => {
    version = versionOf(object);
    const line = lineOf(object);
    if (line !== last) lines.push(line);
    last = line;
  });
  return {
    until: async (image) => {
      await until('the watch', async () => (version === versionOf(image) ? true : undefined));
      const seen = lines;
      lines = [];
      return seen;
    },
    stop,
  };
}

/** Returns what `kp --wait` and Korifi read together. */
function lineOf(image: JsonObject): string {
  const {
    observedGeneration = 0,
    latestBuildRef = 'no Build',
    latestBuildImageGeneration = 0,
    ...status
  } = objectAt(image, 'status');
  const ready = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
  const { generation } = objectAt(image, 'metadata');
  const condition = `Ready ${textAt(ready, 'status') ?? 'missing'} ${textAt(ready, 'reason') ?? ''}`;
  return `generation ${show(observedGeneration)} of ${show(generation ?? 0)}: ${condition}, ${show(latestBuildRef)} of generation ${show(latestBuildImageGeneration)}`;
}

function versionOf(image: JsonObject): Json | undefined {
  return objectAt(image, 'metadata')['resourceVersion'];
}

function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
