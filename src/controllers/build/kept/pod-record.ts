import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { objectAt, objectsAt } from '../../../model/json-field.ts';
import type { JsonObject } from '../../../model/json.ts';
import { READY_ANNOTATION } from '../../../../translators/phases/workload-metadata.ts';
import { TEKTON_READY_ANNOTATION } from '../../../../translators/tekton/ready-annotation.ts';
import { controllerOf, identityOf, type Identity, type OwnedBy } from './identity.ts';
import { pick } from './pick.ts';
import { slimMetadata } from './slim-metadata.ts';
import { STOP_ANNOTATION } from './stop.ts';

/** What is kept of a Pod of ours, or of one that Tekton made for us. */
export interface PodRecord extends Identity {
  readonly owner: OwnedBy | undefined;
  /** As JSON, which takes a fraction of the memory of objects: 10,000 of them are kept. */
  readonly text: string;
}

export function podRecord(object: KubeObject): PodRecord {
  return { ...identityOf(object), owner: controllerOf(object), text: JSON.stringify(slimPod(object)) };
}

/** No inputs, no environment, of volumes only Secrets' names: what says how far the Pod is, and how it was made. */
function slimPod(pod: KubeObject): JsonObject {
  const spec = objectAt(pod, 'spec');
  return {
    metadata: slimMetadata(pod.metadata, [READY_ANNOTATION, TEKTON_READY_ANNOTATION, STOP_ANNOTATION]),
    spec: {
      ...pick(spec, 'nodeName'),
      initContainers: containers(spec, 'initContainers'),
      containers: containers(spec, 'containers'),
      volumes: objectsAt(spec, 'volumes').map((volume) => pick(volume, 'name', 'secret')),
    },
    status: slimStatus(objectAt(pod, 'status')),
  };
}

function containers(spec: JsonObject, field: string): readonly JsonObject[] {
  return objectsAt(spec, field).map((container) => pick(container, 'name', 'restartPolicy'));
}

function slimStatus(status: JsonObject): JsonObject {
  const statuses = (field: string): readonly JsonObject[] =>
    objectsAt(status, field).map((container) => pick(container, 'name', 'state', 'ready'));
  return {
    ...pick(status, 'phase', 'reason', 'message', 'startTime', 'conditions'),
    initContainerStatuses: statuses('initContainerStatuses'),
    containerStatuses: statuses('containerStatuses'),
  };
}
