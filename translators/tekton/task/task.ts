import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Manifest } from '../../../src/core/model/kubernetes-object.ts';
import type { ResolvedBuild } from '../../../src/core/model/resolved-build.ts';
import type { TaskBuilder } from '../../../src/core/model/resolved-builder.ts';
import { INPUTS } from '../../phases/inputs-volume.ts';
import { taskpackPrograms } from '../../phases/taskpack-phases.ts';
import { phaseList } from '../../phases/phase-list.ts';
import { emptyDirVolume } from '../../phases/volumes.ts';
import { type Result, pipelineTaskResults, stepResultArgs, stepResults, taskResults } from '../results.ts';
import { declaration, isParameterOf, PARAMETERS, STEPS_IMAGE, stepsImageParameter } from './parameters.ts';
import { parametricBuild } from './parametric-build.ts';
import { NO_PLATFORM, workspaceDeclaration, WORKSPACES, workspacesOf } from './workspaces.ts';
import { type TaskKind, taskMetadata } from './task-metadata.ts';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import type { Phase, PhaseList } from '../../phases/phase.ts';
import { CONTAINER_SECURITY_CONTEXT } from '../../phases/security-context.ts';
import { skipContainers } from '../../phases/cloud-identity.ts';
import { withProvenOrder } from '../step-order.ts';
import { step } from '../steps.ts';
import { containerOfStep } from '../tekton-pod.ts';
import { rootStep } from './root-step.ts';
import { prepareResults } from './substitutions.ts';
import { taskPhase } from './task-phases.ts';

/** The options of a Task for Pipelines. */
export interface TaskOptions {
  readonly kind: TaskKind;
  readonly name: string;
  /** taskpack's own version. */
  readonly version: string;
  /** The default of the parameter STEPS_IMAGE. */
  readonly stepsImage: string;
  /** The fixed builder of the Task. If it is absent, a parameter names the builder. */
  readonly builder?: TaskBuilder;
  /** True if the first step runs as root, so that a run without an fsGroup gives the digest of a Build. */
  readonly hasRootStep?: boolean;
}

/** Returns a Task (tekton.dev/v1) for Pipelines. Its steps are the phases of a Build. */
export function makeTask(options: TaskOptions): Manifest {
  const { kind, name, builder } = options;
  const build = parametricBuild(kind, name, builder);
  const programs = taskpackPrograms(`$(params.${STEPS_IMAGE})`);
  const phases = phaseList(build, programs, 'taskrun');
  const list = withProvenOrder(build, phases, { results: pipelineTaskResults(build), entrypoint: programs.entrypoint });
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'Task',
    metadata: taskMetadata({ ...options, podAnnotations: annotationsWithoutIdentity(list) }),
    spec: taskSpec(options, build, list),
  };
}

/**
 * Returns the annotations by which buildpacks get no cloud identity of the run's account. The other steps may have it: the
 * lifecycle can log in to registries with an identity.
 */
function annotationsWithoutIdentity({ phases }: PhaseList): Readonly<Record<string, string>> {
  return skipContainers(phases.filter(({ trusted }) => !trusted).map(({ name }) => containerOfStep(name)));
}

function taskSpec(options: TaskOptions, build: ResolvedBuild, list: PhaseList): JsonObject {
  const { kind, stepsImage, builder, hasRootStep = false } = options;
  const parameters = [...PARAMETERS, stepsImageParameter(stepsImage)].filter((one) =>
    isParameterOf(one, kind, builder),
  );
  return {
    description: descriptionOf(options),
    params: parameters.map(declaration),
    workspaces: WORKSPACES.filter(({ of }) => of.includes(kind)).map(workspaceDeclaration),
    results: taskResults(pipelineTaskResults(build), 'step'),
    steps: [
      ...(hasRootStep && builder !== undefined ? [rootStep(builder, taskpackPrograms(stepsImage))] : []),
      ...taskSteps(build, list, kind, builder),
    ],
    volumes: [...list.volumes, emptyDirVolume(INPUTS.name), ...(kind === 'build' ? [emptyDirVolume(NO_PLATFORM)] : [])],
  };
}

const USER =
  "The steps must run as the builder's user. A Task without a fixed builder cannot set this user, so set runAsUser, runAsGroup and fsGroup in the podTemplate of the run. If they are wrong, the first step prints the right values.";

const DESCRIPTIONS: Readonly<Record<TaskKind, string>> = {
  build:
    'Builds an image from a source with Cloud Native Buildpacks and pushes it.\n\nEvery phase of the lifecycle is a separate step, and steps that run buildpacks cannot read credentials.',
  rebase:
    'Puts the application layers of an image that buildpacks built on a new run image and pushes the result.\n\nNo buildpack runs.',
};

function descriptionOf({ kind, builder }: TaskOptions): string {
  return `${DESCRIPTIONS[kind]} ${builder === undefined ? USER : `The steps run as the user of the builder ${builder.image}.`}`;
}

/** Returns the phases of a parametric Build as steps. */
function taskSteps(
  build: ResolvedBuild,
  { phases }: PhaseList,
  kind: TaskKind,
  builder: TaskBuilder | undefined,
): readonly JsonObject[] {
  const results = pipelineTaskResults(build);
  return phases
    .map((phase) => taskPhase(phase, kind, builder))
    .map((phase) => ({ ...taskStep(phase, kind, results), ...userOf(builder) }));
}

function taskStep(phase: Phase, kind: TaskKind, results: readonly Result[]): JsonObject {
  const isPrepare = phase.name === 'prepare';
  return {
    ...step(phase, {
      // No argument is escaped, because Tekton is meant to replace every `$(…)` in a Task.
      args: [...phase.args, ...stepResultArgs(phase, results, 'step')],
      resources: {},
      results: isPrepare ? { results: prepareResults(kind) } : stepResults(phase, results, 'step'),
    }),
    imagePullPolicy: pullPolicy(phase),
    ...workspacesOf(phase.name, kind),
  };
}

/** A tag may have moved since the node pulled it. prepare reads the tag from the registry, so the steps must match. */
function pullPolicy({ image, name }: Phase): string {
  const isTaskpackPhase = name === 'prepare' || name === 'completion';
  return isTaskpackPhase || parseImageReference(image)?.digest !== undefined ? 'IfNotPresent' : 'Always';
}

/** A Task with a fixed builder sets the builder's user, which takes precedence over the run's podTemplate. */
function userOf(builder: TaskBuilder | undefined): JsonObject {
  if (builder === undefined) return {};
  return { securityContext: { ...CONTAINER_SECURITY_CONTEXT, runAsUser: builder.uid, runAsGroup: builder.gid } };
}
