import { fieldError } from '../../model/problem.ts';
import type { KindDefinition } from '../reading/kind.ts';
import { TASK_RUN_V1ALPHA1_MOVES, TASK_V1ALPHA1_MOVES } from './moves.ts';
import { pipelineResource, type PipelineResource } from './pipeline-resource.ts';
import { task, type Task } from './task.ts';
import { taskRun, type TaskRun } from './task-run.ts';

/** Fields in which an empty text is a value: a parameter without a default must be given. */
const TEXTS = ['default', 'value'];

export const TASK: KindDefinition<Task> = {
  apiVersion: 'tekton.dev/v1beta1',
  schema: task,
  versions: { v1beta1: {}, v1alpha1: { moves: TASK_V1ALPHA1_MOVES } },
  emptyTexts: TEXTS,
};

export const TASK_RUN: KindDefinition<TaskRun> = {
  apiVersion: 'tekton.dev/v1beta1',
  schema: taskRun,
  versions: { v1beta1: {}, v1alpha1: { moves: TASK_RUN_V1ALPHA1_MOVES } },
  rules: ({ metadata: { name, generateName } }) =>
    name === undefined && generateName === undefined ? [fieldError(['metadata', 'name'], 'missing field(s)')] : [],
  emptyTexts: TEXTS,
};

export const PIPELINE_RESOURCE: KindDefinition<PipelineResource> = {
  apiVersion: 'tekton.dev/v1alpha1',
  schema: pipelineResource,
  versions: { v1alpha1: {} },
  emptyTexts: TEXTS,
};
