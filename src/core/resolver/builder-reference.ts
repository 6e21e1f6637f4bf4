import type { Build } from '../api/kpack/build.ts';
import { parseImageReference } from '../model/image-reference.ts';
import { fieldError, fieldWarning, type FieldPath } from '../model/problem.ts';
import type { Report } from './report.ts';
import type { KnownBuilder, Namespace, ReferencedObjects } from './referenced-objects.ts';

/** A reference to a builder image. */
export interface BuilderReference {
  readonly image: string;
  /** The field that contains the reference, for problems. */
  readonly path: FieldPath;
  /** The status of the Builder that names the image. Absent if the Build names the image itself. */
  readonly status?: NonNullable<KnownBuilder['status']>;
  /** The location of the facts as `FILE:LINE:COLUMN`. Absent if they come from a registry. */
  readonly locationOfFacts?: string;
}

const BUILDER_PATH: FieldPath = ['spec', 'builder'];

/** Finds the builder image that a Build names itself, or by a Builder or ClusterBuilder. Returns `undefined` and reports a problem if that fails. */
export function findBuilderReference(
  build: Build,
  objects: ReferencedObjects,
  report: Report,
): BuilderReference | undefined {
  const { image, ref } = build.spec.builder;
  if (ref === undefined) return image === undefined ? undefined : { image, path: [...BUILDER_PATH, 'image'] };
  const path = [...BUILDER_PATH, 'ref'];
  const builder = findBuilder(build.metadata.namespace, ref, objects, report);
  if (builder === undefined) return undefined;
  const latest = builder.status?.latestImage;
  if (latest !== undefined && parseImageReference(latest) !== undefined) {
    warnOfUnreadyBuilder(builder, latest, path, report);
    return { image: latest, path, ...(builder.status !== undefined && { status: builder.status }) };
  }
  report(
    fieldError(
      path,
      `${builder.kind} "${builder.metadata.name}" has no status.latestImage: pass the object as the cluster returns it, with its status`,
    ),
  );
  return undefined;
}

/** Like kpack, a Build uses the last image of a builder that is not ready. */
function warnOfUnreadyBuilder(
  { kind, metadata, status }: KnownBuilder,
  image: string,
  path: FieldPath,
  report: Report,
): void {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'False') return;
  const why = ready.message === undefined || ready.message === '' ? '' : `: ${ready.message}`;
  report(fieldWarning(path, `${kind} "${metadata.name}" is not ready${why}; the Build uses its last image ${image}`));
}

function findBuilder(
  namespace: Namespace,
  ref: NonNullable<Build['spec']['builder']['ref']>,
  objects: ReferencedObjects,
  report: Report,
): KnownBuilder | undefined {
  const path = [...BUILDER_PATH, 'ref'];
  const { kind, name } = ref;
  if (kind !== 'Builder' && kind !== 'ClusterBuilder') {
    report(
      fieldError([...path, 'kind'], `unable to parse builder kind "${kind}"`, 'must be one of Builder, ClusterBuilder'),
    );
    return undefined;
  }
  if (kind === 'Builder' && ref.namespace !== undefined && ref.namespace !== '' && ref.namespace !== namespace) {
    report(
      fieldError(
        [...path, 'namespace'],
        'a Build can use a Builder of its own namespace only: name such a Builder or a ClusterBuilder',
      ),
    );
    return undefined;
  }
  const found = kind === 'Builder' ? objects.builder(namespace, name) : objects.clusterBuilder(name);
  if (found === undefined) {
    const advice = objects.similarObject({ kind, namespace, name }) ?? 'add the file with -f, including its status';
    report(fieldError(path, `unable to resolve builder image: ${kind} "${name}" not found; ${advice}`));
  }
  return found;
}
