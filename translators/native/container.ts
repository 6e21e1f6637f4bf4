import type { JsonObject } from '../../src/model/json.ts';
import type { ResourceRequirements } from '../../src/model/resolved-build.ts';
import type { Phase } from '../phases/phase.ts';
import { resourcesField } from '../phases/resource-shares.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../phases/security-context.ts';
import { escapeExpansion } from '../phases/expansion.ts';

/** A phase as a container, in Kubernetes' shape (core/v1 Container). */
export interface PhaseContainer extends JsonObject {
  readonly name: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
}

const TERMINATION_LOG = '/dev/termination-log';

/** Whatever the layout: the phase itself, run by its own command. */
export function phaseContainer(phase: Phase, resources: ResourceRequirements): PhaseContainer {
  return {
    name: phase.name,
    image: phase.image,
    imagePullPolicy: 'IfNotPresent',
    command: [phase.command],
    args: [...phase.args.map(escapeExpansion), ...outcomeArgs(phase)],
    ...(phase.env.length > 0 && { env: phase.env }),
    ...resourcesField('resources', resources),
    volumeMounts: phase.mounts,
    securityContext: CONTAINER_SECURITY_CONTEXT,
    ...(isOwn(phase) && { terminationMessagePolicy: 'FallbackToLogsOnError' }),
  };
}

/** completion's report is the container's termination message. */
function outcomeArgs({ name }: Phase): readonly string[] {
  return name === 'completion' ? [`-outcome=${TERMINATION_LOG}`] : [];
}

function isOwn({ name }: Phase): boolean {
  return name === 'prepare' || name === 'completion';
}
