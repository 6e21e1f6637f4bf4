import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild, ResourceRequirements } from '../../src/model/resolved-build.ts';
import { escapeExpansion } from '../phases/expansion.ts';
import type { Phase, PhaseList } from '../phases/phase.ts';
import {
  hasIndivisibleResources,
  resourcesField,
  shareResources,
  withDefaultedRequests,
} from '../phases/resource-shares.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../phases/security-context.ts';
import { buildResults, stepResultArgs, stepResults } from './results.ts';

/** Every phase as a step. */
export function steps(build: ResolvedBuild, list: PhaseList): readonly JsonObject[] {
  const resources = stepResources(build, list);
  const results = buildResults(build);
  return list.phases.map((phase) =>
    step(phase, {
      // Tekton passes arguments on to the kubelet; what Tekton itself would replace has been refused before.
      args: [...phase.args.map(escapeExpansion), ...stepResultArgs(phase, results)],
      resources: resourcesField('computeResources', resources(phase)),
      results: stepResults(phase, results),
    }),
  );
}

/** What of a step is not the phase's own. */
interface StepParts {
  readonly args: readonly string[];
  readonly resources: JsonObject;
  readonly results: JsonObject;
}

/** A phase as a step with a command of its own, so that Tekton asks no registry for the image's. */
export function step(phase: Phase, { args, resources, results }: StepParts): JsonObject {
  return {
    name: phase.name,
    image: phase.image,
    imagePullPolicy: 'IfNotPresent',
    command: [phase.command],
    args,
    ...(phase.env.length > 0 && { env: phase.env }),
    ...resources,
    volumeMounts: phase.mounts,
    securityContext: CONTAINER_SECURITY_CONTEXT,
    ...results,
  };
}

/** Tekton shares requests out among the steps and gives each the limits: no more is asked for than by one phase. */
export function taskResources(build: ResolvedBuild): JsonObject {
  if (hasIndivisibleResources(build.resources)) return {};
  return resourcesField('computeResources', withDefaultedRequests(build.resources));
}

/** A device or huge page cannot be shared out, and Tekton takes resources of the task or of steps, not of both. */
function stepResources(build: ResolvedBuild, list: PhaseList): (phase: Phase) => ResourceRequirements {
  if (!hasIndivisibleResources(build.resources)) return () => ({ requests: {}, limits: {} });
  const { principal, others } = shareResources(build.resources, list.phases.length);
  return (phase) => (phase.name === list.principal ? principal : others);
}
