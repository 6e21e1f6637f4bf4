import type { ObjectMeta } from '../../src/core/api/kubernetes/object-meta.ts';
import type { PipelineResource } from '../../src/core/api/tekton/pipeline-resource.ts';
import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { fieldNote, type FieldProblem } from '../../src/core/model/problem.ts';

/** kubectl's annotation with the last applied object. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Returns the metadata that users write, without fields that the cluster added. */
export function metadataOf({ name = '', namespace, labels, annotations }: Partial<ObjectMeta>): Manifest['metadata'] {
  const kept = ownAnnotations(annotations);
  return {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }),
  };
}

function ownAnnotations(annotations: ObjectMeta['annotations'] = {}): readonly (readonly [string, string])[] {
  return Object.entries(annotations).filter(([key]) => key !== LAST_APPLIED);
}

/** Notes the texts of a PipelineResource that parameters replace. Only its values are in the parameters. */
export function omittedTexts({
  metadata: { labels = {}, annotations },
  spec: { description },
}: PipelineResource): readonly FieldProblem[] {
  const paths = [
    ...(Object.keys(labels).length > 0 ? [['metadata', 'labels']] : []),
    ...(ownAnnotations(annotations).length > 0 ? [['metadata', 'annotations']] : []),
    ...(description === undefined ? [] : [['spec', 'description']]),
  ];
  return paths.map((path) =>
    fieldNote(path, 'is left out, because parameters of the run replace the PipelineResource'),
  );
}

/** Notes the fields of the metadata that controllers write, and that would harm an object on another cluster. */
export function omittedMetadata({
  finalizers = [],
  ownerReferences = [],
}: Partial<ObjectMeta>): readonly FieldProblem[] {
  const owners =
    'the owners are left out, because the garbage collector deletes an object whose owners are not on its cluster; add them again if they are there';
  const finalizing =
    'the finalizers are left out, because an object with a finalizer cannot be deleted without the controller of the finalizer, which adds it again';
  return [
    ...(ownerReferences.length > 0 ? [fieldNote(['metadata', 'ownerReferences'], owners)] : []),
    ...(finalizers.length > 0 ? [fieldNote(['metadata', 'finalizers'], finalizing)] : []),
  ];
}
