import type { JsonObject } from '../../../src/core/model/json.ts';
import type { TaskBuilder } from '../../../src/core/model/resolved-builder.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../../phases/security-context.ts';
import type { TaskpackPrograms } from '../../phases/taskpack-phases.ts';
import { LAYERS, WORKSPACE } from '../../phases/volumes.ts';

/** The volumes whose modes become part of the image. */
const RECORDED = [LAYERS, WORKSPACE];

/**
 * Returns a step that gives volumes the builder's group and the set-group-ID bit, as the kubelet does for a run with an
 * fsGroup. Only the owner of a directory can set the bit (chmod(2)), and an emptyDir belongs to root. So the step runs as
 * root. It has the builder's group, because the owner can give a directory to an own group without a capability. A run
 * cannot replace its image, and so cannot choose a program that runs as root.
 */
export function rootStep({ gid }: TaskBuilder, { image, prepare }: TaskpackPrograms): JsonObject {
  return {
    name: 'volumes',
    image,
    imagePullPolicy: 'IfNotPresent',
    command: [prepare],
    args: ['-task=volumes', '--', ...RECORDED.map(({ mountPath }) => mountPath)],
    volumeMounts: RECORDED,
    securityContext: { ...CONTAINER_SECURITY_CONTEXT, runAsNonRoot: false, runAsUser: 0, runAsGroup: gid },
  };
}
