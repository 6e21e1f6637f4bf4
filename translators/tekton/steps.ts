import type { JsonObject } from '../../src/core/model/json.ts';
import type { ResolvedBuild, ResourceRequirements } from '../../src/core/model/resolved-build.ts';
import type { TektonFeatures } from '../../src/core/model/tekton-features.ts';
import { escapeExpansion } from '../phases/environment.ts';
import type { Phase, PhaseList } from '../phases/phase.ts';
import {
  hasIndivisibleResources,
  resourcesField,
  shareResources,
  withDefaultedRequests,
} from '../phases/resource-shares.ts';
import { phaseSecurityContext } from '../phases/security-context.ts';
import { buildResults, resultScope, stepResultArgs, stepResults } from './results.ts';

/** Returns one step for each phase. */
export function steps(build: ResolvedBuild, list: PhaseList, features: TektonFeatures): readonly JsonObject[] {
  const resources = stepResources(build, list, features);
  const scope = resultScope(features);
  const results = buildResults(build);
  return list.phases.map((phase) =>
    step(phase, {
      // Tekton passes arguments on to the kubelet. Arguments with `$(`, which Tekton would replace, were refused before.
      args: [...phase.args.map(escapeExpansion), ...stepResultArgs(phase, results, scope)],
      resources: resourcesField('computeResources', resources(phase)),
      results: stepResults(phase, results, scope),
    }),
  );
}

/** The fields of a step that do not follow from its phase alone. */
interface StepFields {
  readonly args: readonly string[];
  readonly resources: JsonObject;
  readonly results: JsonObject;
}

/** Returns a step that names its command, so that Tekton does not have to look up the image's entrypoint. */
export function step(phase: Phase, { args, resources, results }: StepFields): JsonObject {
  return {
    name: phase.name,
    image: phase.image,
    imagePullPolicy: 'IfNotPresent',
    command: [phase.command],
    args,
    ...(phase.env.length > 0 && { env: phase.env }),
    ...resources,
    volumeMounts: phase.mounts,
    securityContext: phaseSecurityContext(phase, 'behind-waiter'),
    ...results,
  };
}

/** Returns resources of the task. Tekton divides the requests among the steps and gives each step the full limits. */
export function taskResources(build: ResolvedBuild, features: TektonFeatures): JsonObject {
  if (!areOfTask(build, features)) return {};
  return resourcesField('computeResources', withDefaultedRequests(build.resources));
}

/** Returns each step's resources if the task has none. Tekton takes resources of the task or of steps, not both. */
function stepResources(
  build: ResolvedBuild,
  list: PhaseList,
  features: TektonFeatures,
): (phase: Phase) => ResourceRequirements {
  if (areOfTask(build, features)) return () => ({ requests: {}, limits: {} });
  const { principal, others } = shareResources(build.resources, list.phases.length);
  return (phase) => (phase.name === list.principal ? principal : others);
}

function areOfTask({ resources }: ResolvedBuild, features: TektonFeatures): boolean {
  return features.taskResources && !hasIndivisibleResources(resources);
}
