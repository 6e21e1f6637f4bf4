import type { JsonObject } from '../../../src/model/json.ts';
import type { Manifest } from '../../../src/model/manifest.ts';
import type { TaskBuilder } from '../../../src/model/task-builder.ts';
import { INPUTS } from '../../phases/inputs-volume.ts';
import { ownPrograms } from '../../phases/own-programs.ts';
import { phaseList } from '../../phases/phase-list.ts';
import { emptyDirVolume } from '../../phases/volume.ts';
import { taskResults } from '../results.ts';
import { declaration, PARAMETERS, STEPS_IMAGE, stepsImageParameter } from './parameter.ts';
import { parametricBuild } from './parametric-build.ts';
import { NO_PLATFORM } from './platform-source.ts';
import { isOf } from './prepare-args.ts';
import type { TaskKind } from './task-kind.ts';
import { taskMetadata } from './task-metadata.ts';
import { resultsOf } from './task-results.ts';
import { taskSteps } from './task-steps.ts';
import { workspaceDeclaration, WORKSPACES } from './workspace.ts';

/** What a Task is made of. */
export interface TaskOptions {
  readonly kind: TaskKind;
  readonly name: string;
  /** taskpack's own version. */
  readonly version: string;
  /** Where the image of our own steps is, unless a run says otherwise. */
  readonly stepsImage: string;
  /** The builder that it is made for; absent: a parameter names it. */
  readonly builder?: TaskBuilder;
}

/** A Task (tekton.dev/v1) of the phases that make any other Build's image, for Pipelines. */
export function makeTask(options: TaskOptions): Manifest {
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'Task',
    metadata: taskMetadata(options),
    spec: taskSpec(options),
  };
}

function taskSpec({ kind, name, stepsImage, builder }: TaskOptions): JsonObject {
  const build = parametricBuild(kind, name, builder);
  const list = phaseList(build, ownPrograms(`$(params.${STEPS_IMAGE})`));
  const parameters = [...PARAMETERS, stepsImageParameter(stepsImage)].filter((one) => isOf(one, kind, builder));
  return {
    description: DESCRIPTIONS[kind],
    params: parameters.map(declaration),
    workspaces: WORKSPACES.filter(({ of }) => of.includes(kind)).map(workspaceDeclaration),
    results: taskResults(resultsOf(build)),
    steps: taskSteps(build, list, kind, builder),
    volumes: [...list.volumes, emptyDirVolume(INPUTS.name), ...(kind === 'build' ? [emptyDirVolume(NO_PLATFORM)] : [])],
  };
}

const USER =
  "Its steps have to run as the builder's user, which a Task that is not made for one builder cannot say: the podTemplate of a run does, by runAsUser, runAsGroup and fsGroup. The first step names the right ones.";

const DESCRIPTIONS: Readonly<Record<TaskKind, string>> = {
  build: `Builds a source into an image with Cloud Native Buildpacks, and pushes it.\n\nEvery phase of the lifecycle is a step of its own, and steps that run buildpacks see no credentials. ${USER}`,
  rebase: `Puts the layers of an image that buildpacks have built upon another run image, and pushes it.\n\nNothing is built. ${USER}`,
};
