import type { JsonObject } from '../../src/model/json.ts';
import { childName } from '../../src/model/names.ts';
import type { Owner, ResolvedBuild } from '../../src/model/resolved-build.ts';

type Strings = Readonly<Record<string, string>>;

/** kpack's label by which logs of a Build are found. */
const BUILD_LABEL = 'kpack.io/build';

/** The gate of the `containers` layout: set by the controller alone, never taken from a Build. */
export const READY_ANNOTATION = 'build.kpack.io/ready';

/** Of no use on a workload, and a leak of the whole Build into it. */
const LAST_APPLIED_ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Keys that steer what a workload may do, and so are not a Build's to set: our own; Tekton's, which it obeys on the
 * pods of TaskRuns (`tekton.dev/ready` opens the first step's gate); and those by which a container leaves the Pod
 * Security level `restricted`.
 */
const STEERING_KEYS =
  /^(?:taskpack\.dev|(?:.*\.)?tekton\.dev|(?:container\.)?(?:apparmor|seccomp)\.security\.(?:alpha|beta)\.kubernetes\.io)\//;

/** The Build's labels, and its name: whoever watches kpack's pods finds ours. */
export function workloadLabels(build: ResolvedBuild): Strings {
  return { ...withoutReserved(build.labels), [BUILD_LABEL]: childName(build.name, '') };
}

/** The Build's annotations, without those that would steer what runs it. */
export function workloadAnnotations(build: ResolvedBuild): Strings {
  return withoutReserved(build.annotations);
}

/** `name`, `namespace`, labels, annotations and owner, in the order in which people expect them. */
export function objectMetadata(
  build: ResolvedBuild,
  object: { readonly name: string; readonly labels?: Strings; readonly annotations?: Strings },
): JsonObject & { readonly name: string } {
  const { name, labels = {}, annotations = {} } = object;
  return {
    name,
    ...(build.namespace !== undefined && { namespace: build.namespace }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
    ...(build.owner !== undefined && { ownerReferences: [ownerReference(build.owner)] }),
  };
}

function ownerReference({ apiVersion, kind, name, uid }: Owner): JsonObject {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

function withoutReserved(strings: Strings): Strings {
  return Object.fromEntries(Object.entries(strings).filter(([key]) => !isReserved(key)));
}

function isReserved(key: string): boolean {
  return key === READY_ANNOTATION || key === LAST_APPLIED_ANNOTATION || STEERING_KEYS.test(key);
}
