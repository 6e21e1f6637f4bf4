import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import type { KindDefinition } from '../reading/read-kind.ts';
import type { EmptyTexts } from '../reading/omit-empty.ts';
import { EACH } from '../reading/conversions-of-lists.ts';
import type { FieldConversion } from '../reading/convert-fields.ts';
import { pipelineResource, type PipelineResource } from './pipeline-resource.ts';
import { pipeline, type Pipeline } from './pipeline.ts';
import { pipelineRun, type PipelineRun } from './pipeline-run.ts';
import { podFields } from './pod-fields.ts';
import { taskRun, type TaskRun } from './task-run.ts';
import { clusterTask, type ClusterTask, task, type Task } from './task.ts';

/** A parameter with an empty default is optional, and a container with an empty argument gets this argument. */
const TEXTS: EmptyTexts = { fields: ['default', 'value'], lists: ['args', 'command'], nulls: ['params[].value'] };

const TASK_V1ALPHA1_CONVERSIONS: readonly FieldConversion[] = taskSpecConversions(['spec']);

export const TASK: KindDefinition<Task> = {
  apiVersion: 'tekton.dev/v1beta1',
  schema: task,
  versions: { v1beta1: {}, v1alpha1: { conversions: TASK_V1ALPHA1_CONVERSIONS } },
  emptyTexts: TEXTS,
  fieldsIgnoringCase: podFields,
};

export const CLUSTER_TASK: KindDefinition<ClusterTask> = {
  apiVersion: 'tekton.dev/v1beta1',
  schema: clusterTask,
  versions: { v1beta1: {}, v1alpha1: { conversions: TASK_V1ALPHA1_CONVERSIONS } },
  emptyTexts: TEXTS,
  fieldsIgnoringCase: podFields,
};

/** The scheduling fields, which Tekton 0.7 moved into `spec.podTemplate`. */
const POD_TEMPLATE_CONVERSIONS = ['nodeSelector', 'tolerations', 'affinity'].map((field) => ({
  from: ['spec', field],
  to: ['spec', 'podTemplate', field],
}));

/** With a default account, the API server of Tekton 0.8 wrote it into the new field of a run that had the old field. */
const ACCOUNT_CONVERSION: FieldConversion = {
  from: ['spec', 'serviceAccount'],
  to: ['spec', 'serviceAccountName'],
  ifDifferent: 'new-counts-with-warning',
};

const TASK_RUN_V1ALPHA1_CONVERSIONS: readonly FieldConversion[] = [
  ...inputOutputConversions(['spec']),
  ...taskSpecConversions(['spec', 'taskSpec']),
  ACCOUNT_CONVERSION,
  ...POD_TEMPLATE_CONVERSIONS,
];

export const TASK_RUN: KindDefinition<TaskRun> = {
  apiVersion: 'tekton.dev/v1beta1',
  schema: taskRun,
  versions: { v1beta1: {}, v1alpha1: { conversions: TASK_RUN_V1ALPHA1_CONVERSIONS } },
  rules: hasName,
  emptyTexts: TEXTS,
  fieldsIgnoringCase: podFields,
};

export const PIPELINE: KindDefinition<Pipeline> = {
  apiVersion: 'tekton.dev/v1beta1',
  schema: pipeline,
  versions: { v1beta1: {}, v1alpha1: { conversions: pipelineSpecConversions(['spec']) } },
  emptyTexts: TEXTS,
  fieldsIgnoringCase: podFields,
};

const PIPELINE_RUN_V1ALPHA1_CONVERSIONS: readonly FieldConversion[] = [
  ...pipelineSpecConversions(['spec', 'pipelineSpec']),
  ACCOUNT_CONVERSION,
  ...POD_TEMPLATE_CONVERSIONS,
];

export const PIPELINE_RUN: KindDefinition<PipelineRun> = {
  apiVersion: 'tekton.dev/v1beta1',
  schema: pipelineRun,
  versions: { v1beta1: {}, v1alpha1: { conversions: PIPELINE_RUN_V1ALPHA1_CONVERSIONS } },
  rules: hasName,
  emptyTexts: TEXTS,
  fieldsIgnoringCase: podFields,
};

export const PIPELINE_RESOURCE: KindDefinition<PipelineResource> = {
  apiVersion: 'tekton.dev/v1alpha1',
  schema: pipelineResource,
  versions: { v1alpha1: {} },
  emptyTexts: TEXTS,
  fieldsIgnoringCase: podFields,
};

/** Requires a name or a `generateName`. */
function hasName({ metadata: { name, generateName } }: TaskRun | PipelineRun): readonly FieldProblem[] {
  return name === undefined && generateName === undefined ? [fieldError(['metadata', 'name'], 'missing field(s)')] : [];
}

/** Returns the conversions of the Tasks inside a Pipeline's spec at `prefix`. */
function pipelineSpecConversions(prefix: FieldPath): readonly FieldConversion[] {
  return ['tasks', 'finally'].flatMap((field) => taskSpecConversions([...prefix, field, EACH, 'taskSpec']));
}

/** Returns the conversions of parameters and resources from v1alpha1 to v1beta1, for a spec at `prefix`. */
function inputOutputConversions(prefix: FieldPath): readonly FieldConversion[] {
  return [
    { from: [...prefix, 'inputs', 'params'], to: [...prefix, 'params'] },
    { from: [...prefix, 'inputs', 'resources'], to: [...prefix, 'resources', 'inputs'] },
    { from: [...prefix, 'outputs', 'resources'], to: [...prefix, 'resources', 'outputs'] },
  ];
}

/** Returns the conversions of a Task's spec at `prefix`. Tekton 0.5 renamed `containerTemplate`. */
function taskSpecConversions(prefix: FieldPath): readonly FieldConversion[] {
  return [
    ...inputOutputConversions(prefix),
    { from: [...prefix, 'containerTemplate'], to: [...prefix, 'stepTemplate'] },
  ];
}
