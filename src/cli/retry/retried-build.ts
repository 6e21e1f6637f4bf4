import { BUILD_LABEL } from '../../core/model/build-names.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { DEBUG_ANNOTATION } from '../../core/model/debug-mode.ts';
import { CANCEL_ANNOTATION } from '../../core/model/image-metadata.ts';
import { defined } from '../../core/model/defined.ts';
import { asBuild, type Build } from '../../core/model/objects/build.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { childName } from '../../core/model/names.ts';

const RETRY_NAME = /^(?<first>.+)-retry-(?<number>[1-9]\d{0,8})$/;

/** Returns the names of the retries of a Build, from the next one on. A retry of `app-retry-1` is `app-retry-2`. */
export function* retryNames(name: string): Generator<string, never> {
  const { first = name, number = '0' } = RETRY_NAME.exec(name)?.groups ?? {};
  for (let next = Number(number) + 1; ; next += 1) yield childName(first, `-retry-${next}`);
}

/** Returns a Build with another name and the same spec. It has no status, and no metadata that concerns only the first Build. */
export function retriedBuild(build: KubeObject, name: string): KubeObject {
  const { metadata, spec } = asBuild(build);
  const { namespace, labels, annotations } = metadata;
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: {
      name,
      ...defined({ namespace }),
      ...fieldUnlessEmpty('labels', kept(labels.raw)),
      ...fieldUnlessEmpty('annotations', kept(annotations.raw)),
      ...ownersOf(metadata),
    },
    spec: spec.raw,
  };
}

/**
 * Labels and annotations that are about one object. An Image counts its Builds by label. Argo CD deletes objects that have its
 * label and are not in its repository.
 */
const OF_ONE_OBJECT =
  /^(?:image\.kpack\.io|argocd\.argoproj\.io)\/|^kubectl\.kubernetes\.io\/last-applied-configuration$/;

function kept(texts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isKept(key)));
}

function isKept(key: string): boolean {
  return !OF_ONE_OBJECT.test(key) && key !== CANCEL_ANNOTATION && key !== DEBUG_ANNOTATION && key !== BUILD_LABEL;
}

/**
 * Returns the owners of the first Build, so that the retry is deleted with them. None of them controls the retry,
 * because a controller would not know this Build.
 */
function ownersOf({ ownerReferences }: Build['metadata']): JsonObject {
  const owners = ownerReferences.map(({ apiVersion, kind, name, uid }) => ({
    ...defined({ apiVersion, kind, name, uid }),
  }));
  return owners.length === 0 ? {} : { ownerReferences: owners };
}

function fieldUnlessEmpty(field: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [field]: value };
}
