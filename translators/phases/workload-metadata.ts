import { BUILD_LABEL, buildLabelValue } from '../../src/core/model/build-names.ts';
import type { Manifest, ManifestName } from '../../src/core/model/kubernetes-object.ts';
import type { FieldProblem } from '../../src/core/model/problem.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { childName } from '../../src/core/model/names.ts';
import type { Owner, ResolvedBuild } from '../../src/core/model/resolved-build.ts';

/** The translation of one Build for one backend. */
export interface TranslatedBuild {
  /** Problems of the Build's fields. If one is an error, there are no manifests. */
  readonly problems: readonly FieldProblem[];
  /** The name of the TaskRun or Pod. No other Build has a workload of this name. */
  readonly workload: ManifestName;
  /** Translates the Build: returns every object that it needs, in apply order, the workload last. */
  readonly manifests: () => readonly Manifest[];
  /** The ServiceAccount without Secrets that the workload runs as. Absent if it runs as the Build's own. */
  readonly isolatedAccount?: IsolatedAccount;
}

export interface IsolatedAccount {
  readonly name: string;
  /** True if Tekton writes the Secrets that the account lists into every step. A Pod does not mount them. */
  readonly secretsReachSteps: boolean;
}

type Strings = Readonly<Record<string, string>>;

export interface LabelsAndAnnotations {
  readonly labels: Strings;
  readonly annotations: Strings;
}

/** Opens the gate of the `containers` layout. Only the controller sets this annotation; a Build cannot. */
export const READY_ANNOTATION = 'build.kpack.io/ready';

/** When the controller opened the gate (RFC 3339, whole seconds). The first phase starts then, not with its container. */
export const READY_TIME_ANNOTATION = 'taskpack.dev/ready-time';

/** Returns the Build's labels and kpack's label with its name. */
export function workloadLabels(build: ResolvedBuild): Strings {
  return { ...build.labels, ...buildLabel(build) };
}

/** Returns kpack's label with the Build's name. */
export function buildLabel({ name }: ResolvedBuild): Strings {
  return { [BUILD_LABEL]: buildLabelValue(name) };
}

/** Returns the name of the Build's workload, without its translation, which takes much longer. */
export function workloadName(
  { name, namespace }: ResolvedBuild,
  type: { readonly apiVersion: string; readonly kind: string; readonly suffix: string },
): ManifestName {
  const { apiVersion, kind, suffix } = type;
  return {
    apiVersion,
    kind,
    metadata: { name: childName(name, suffix), ...(namespace !== undefined && { namespace }) },
  };
}

/** Returns an object's metadata, with the Build's namespace and owner. */
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
    ...(build.owner !== undefined && {
      ownerReferences: [{ ...ownerReference(build.owner), controller: true, blockOwnerDeletion: true }],
    }),
  };
}

/** Returns the metadata of an object that several Builds own. An object has at most one owner that controls it, so none does. */
export function sharedMetadata(build: ResolvedBuild, name: string): JsonObject & { readonly name: string } {
  return {
    name,
    ...(build.namespace !== undefined && { namespace: build.namespace }),
    ...(build.owner !== undefined && { ownerReferences: [ownerReference(build.owner)] }),
  };
}

function ownerReference({ apiVersion, kind, name, uid }: Owner): JsonObject {
  return { apiVersion, kind, name, uid };
}
