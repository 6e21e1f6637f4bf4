import { parseImageReference } from '../../../src/model/image-reference.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { ResolvedBuild } from '../../../src/model/resolved-build.ts';
import type { TaskBuilder } from '../../../src/model/task-builder.ts';
import type { Phase, PhaseList } from '../../phases/phase.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../../phases/security-context.ts';
import { stepResultArgs, stepResults, type Result } from '../results.ts';
import { step } from '../steps.ts';
import { prepareResults } from './substitutions.ts';
import type { TaskKind } from './task-kind.ts';
import { taskPhase } from './task-phases.ts';
import { resultsOf } from './task-results.ts';
import { workspacesOf } from './workspace.ts';

/** The phases of a parametric Build as steps. */
export function taskSteps(
  build: ResolvedBuild,
  { phases }: PhaseList,
  kind: TaskKind,
  builder: TaskBuilder | undefined,
): readonly JsonObject[] {
  const results = resultsOf(build);
  return phases
    .map((phase) => taskPhase(phase, kind, builder))
    .map((phase) => ({ ...taskStep(phase, kind, results), ...userOf(builder) }));
}

function taskStep(phase: Phase, kind: TaskKind, results: readonly Result[]): JsonObject {
  const isPrepare = phase.name === 'prepare';
  return {
    ...step(phase, {
      // Nothing is escaped: all that is replaced is ours, and meant to be.
      args: [...phase.args, ...stepResultArgs(phase, results)],
      resources: {},
      results: isPrepare ? { results: prepareResults(kind) } : stepResults(phase, results),
    }),
    imagePullPolicy: pullPolicy(phase),
    ...workspacesOf(phase.name, kind),
  };
}

/** What a tag names may have moved since a node has pulled it, and prepare has asked the registry what it is now. */
function pullPolicy({ image, name }: Phase): string {
  const isOwn = name === 'prepare' || name === 'completion';
  return isOwn || parseImageReference(image)?.digest !== undefined ? 'IfNotPresent' : 'Always';
}

/** A Task that is made for a builder runs as its user, whatever the run's pod says. */
function userOf(builder: TaskBuilder | undefined): JsonObject {
  if (builder === undefined) return {};
  return { securityContext: { ...CONTAINER_SECURITY_CONTEXT, runAsUser: builder.uid, runAsGroup: builder.gid } };
}
