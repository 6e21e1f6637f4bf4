import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { objectAt, objectsAt, textAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import { controllerOf, identityOf, timeAt, type Identity, type OwnedBy } from './identity.ts';
import { pick } from './pick.ts';
import { slimMetadata } from './slim-metadata.ts';
import { STOP_ANNOTATION } from './stop.ts';

/** What is kept of a TaskRun of ours. */
export interface TaskRunRecord extends Identity {
  readonly owner: OwnedBy | undefined;
  readonly podName: string | undefined;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  /** Tekton ran it while declared sidecars were native ones; `undefined` until it has said so. */
  readonly nativeSidecars: boolean | undefined;
  /** As JSON. */
  readonly text: string;
}

export function taskRunRecord(object: KubeObject): TaskRunRecord {
  return {
    ...identityOf(object),
    owner: controllerOf(object),
    podName: textAt(objectAt(object, 'status'), 'podName'),
    createdAt: timeAt(object.metadata, 'creationTimestamp') ?? 0,
    nativeSidecars: nativeSidecars(objectAt(object, 'status')),
    text: JSON.stringify(slimTaskRun(object)),
  };
}

/** Tekton writes into a status the flags that hold (`Provenance.FeatureFlags`), and leaves out what is false. */
function nativeSidecars(status: JsonObject): boolean | undefined {
  const provenance = objectAt(status, 'provenance');
  if (provenance['featureFlags'] === undefined) return undefined;
  return objectAt(provenance, 'featureFlags')['enableKubernetesSidecar'] === true;
}

/** The copies of the task are most of a TaskRun, and of no use here but for the names of its steps. */
function slimTaskRun(taskRun: KubeObject): JsonObject {
  const taskSpec = objectAt(objectAt(taskRun, 'spec'), 'taskSpec');
  const { taskSpec: _, provenance: __, ...status } = objectAt(taskRun, 'status');
  const named = (field: string): readonly JsonObject[] =>
    objectsAt(taskSpec, field).map((container) => pick(container, 'name'));
  const secretVolumes = objectsAt(taskSpec, 'volumes').flatMap((volume) =>
    volume['secret'] === undefined ? [] : [pick(volume, 'secret')],
  );
  return {
    metadata: slimMetadata(taskRun.metadata, [STOP_ANNOTATION]),
    spec: { taskSpec: { steps: named('steps'), sidecars: named('sidecars'), volumes: secretVolumes } },
    status,
  };
}
