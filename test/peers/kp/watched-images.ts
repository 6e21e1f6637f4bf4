import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';

/** The fields of one version of an Image that `kp --wait` reads together. */
export interface ImageVersion {
  readonly uid: string;
  readonly name: string;
  readonly observedGeneration: number;
  readonly ready: string;
  readonly reason: string;
  readonly latestBuildRef: string;
  readonly latestBuildImageGeneration: number;
}

/** Every version of the Images of a namespace since the start of the watch. */
export interface WatchedImages {
  readonly versions: () => readonly ImageVersion[];
  readonly stop: () => void;
}

export function watchImages({ address }: Pick<ApiClient, 'address'>, namespace: string): WatchedImages {
  const versions: ImageVersion[] = [];
  const path = `/apis/kpack.io/v1alpha2/namespaces/${namespace}/images?watch=true`;
  const stop = watchPath<JsonObject>(address, path, ({ object }) => versions.push(versionOf(object)));
  return { versions: () => versions, stop };
}

function versionOf(image: JsonObject): ImageVersion {
  const metadata = objectAt(image, 'metadata');
  const status = objectAt(image, 'status');
  const ready = objectsAt(status, 'conditions').find(({ type }) => type === 'Ready') ?? {};
  return {
    uid: textAt(metadata, 'uid') ?? '',
    name: textAt(metadata, 'name') ?? '',
    observedGeneration: Number(status['observedGeneration'] ?? 0),
    ready: textAt(ready, 'status') ?? '',
    reason: textAt(ready, 'reason') ?? '',
    latestBuildRef: textAt(status, 'latestBuildRef') ?? '',
    latestBuildImageGeneration: Number(status['latestBuildImageGeneration'] ?? 0),
  };
}

/** Returns the versions of an Image that name another Build than the version before. */
export function buildChangesIn(versions: readonly ImageVersion[]): readonly ImageVersion[] {
  return versions.filter((version, index) => {
    const previous = versions.slice(0, index).findLast(({ uid }) => uid === version.uid);
    return version.latestBuildRef !== (previous?.latestBuildRef ?? '');
  });
}
