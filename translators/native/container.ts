import type { JsonObject } from '../../src/core/model/json.ts';
import type { ResourceRequirements } from '../../src/core/model/resolved-build.ts';
import { escapeExpansion } from '../phases/environment.ts';
import type { Phase } from '../phases/phase.ts';
import { resourcesField } from '../phases/resource-shares.ts';
import { phaseSecurityContext } from '../phases/security-context.ts';

/** A phase as a container in Kubernetes' shape (core/v1 Container). */
export interface PhaseContainer extends JsonObject {
  readonly name: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
}

/** The kubelet reads a container's termination message from this file. */
export const TERMINATION_LOG = '/dev/termination-log';

/** Returns the container of a phase, which runs the phase's command directly. Layouts add to it. */
export function phaseContainer(
  phase: Phase,
  resources: ResourceRequirements,
  starts: 'behind-waiter' | 'directly',
): PhaseContainer {
  return {
    name: phase.name,
    image: phase.image,
    imagePullPolicy: 'IfNotPresent',
    command: [phase.command],
    args: [...phase.args.map(escapeExpansion), ...outcomeArgs(phase)],
    ...(phase.env.length > 0 && { env: phase.env }),
    ...resourcesField('resources', resources),
    volumeMounts: phase.mounts,
    securityContext: phaseSecurityContext(phase, starts),
    ...(isTaskpackPhase(phase) && { terminationMessagePolicy: 'FallbackToLogsOnError' }),
  };
}

/** completion reports the image in its container's termination message. */
function outcomeArgs({ name }: Phase): readonly string[] {
  return name === 'completion' ? [`-outcome=${TERMINATION_LOG}`] : [];
}

function isTaskpackPhase({ name }: Phase): boolean {
  return name === 'prepare' || name === 'completion';
}
