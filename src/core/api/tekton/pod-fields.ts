import type { FieldPath } from '../../model/problem.ts';
import { POD_FIELDS } from '../kubernetes/pod-field-types.ts';

/** Parts of Tekton's objects that have the types of Kubernetes' Pod API, and that taskpack copies without a schema. */
const POD_PARTS: ReadonlySet<string | number> = new Set([
  'envFrom',
  'podTemplate',
  'ports',
  'resources',
  'securityContext',
  'taskPodTemplate',
  'volumeMounts',
  'volumes',
  'workspaces',
]);

/** Maps whose keys are not names of fields. */
const MAPS: ReadonlySet<string | number> = new Set([
  'annotations',
  'labels',
  'limits',
  'matchLabels',
  'nodeSelector',
  'requests',
  'volumeAttributes',
]);

/** Returns the names of Pod fields that can be at the path; none if the schema defines the fields there. */
export function podFields(path: FieldPath): readonly string[] {
  const isOpen = path.some((segment) => POD_PARTS.has(segment)) && !path.some((segment) => MAPS.has(segment));
  return isOpen ? POD_FIELDS : [];
}
