import { pipelineResource } from '../../../../src/core/api/tekton/pipeline-resource.ts';
import { pipelineRun } from '../../../../src/core/api/tekton/pipeline-run.ts';
import { pipeline } from '../../../../src/core/api/tekton/pipeline.ts';
import { taskRun } from '../../../../src/core/api/tekton/task-run.ts';
import { clusterTask, task } from '../../../../src/core/api/tekton/task.ts';
import { type GivenField, sampleOf } from '../../../support/schema-sample.ts';

interface Document {
  readonly value: unknown;
}

/** Resources of a Task. */
const DECLARED = {
  inputs: [{ name: 'source', type: 'git', description: 'The sources', targetPath: 'code', optional: true }],
  outputs: [{ name: 'report', type: 'git', description: 'The report', targetPath: 'out', optional: true }],
};

const SPEC = {
  type: 'git',
  description: 'Ours',
  params: [{ name: 'url', value: 'https://git.example.com/app' }],
};

/** The resources of a TaskRun. */
const BOUND = { inputs: [{ name: 'source', resourceSpec: SPEC }], outputs: [{ name: 'report', resourceSpec: SPEC }] };

const REFERENCE = { name: 'sample', apiVersion: 'tekton.dev/v1alpha1' };

const REFERRED = {
  inputs: [{ name: 'source', resourceRef: REFERENCE }],
  outputs: [{ name: 'report', resourceRef: REFERENCE }],
};

/** The resources of a task of a Pipeline. */
const LINKED = { inputs: [{ name: 'source', resource: 'repo' }], outputs: [{ name: 'report', resource: 'repo' }] };

const CUSTOM = { apiVersion: 'example.dev/v1', kind: 'Approval', name: 'x', params: [{ name: 'a', value: 'b' }] };

/** Fields that every sample has with a value of its own, and fields that are refused. */
const GIVEN: readonly GivenField[] = [
  { path: /^status$/, value: { phase: 'done' } },
  { path: /^metadata\.name$/, value: 'sample' },
  { path: /^metadata\.namespace$/, value: 'apps' },
  { path: /^metadata\.(?:generateName|deletion\w+)$/ },
  { path: /(?:^|\.)timeout$|timeouts\.\w+$/, value: '1h0m0s' },
  { path: /\.volumeMounts$/, value: [{ name: 'a', mountPath: '/a' }] },
  {
    path: /\.env$/,
    value: [
      { name: 'A', value: 'a' },
      { name: 'B', valueFrom: { secretKeyRef: { name: 'c', key: 'd' } } },
    ],
  },
  { path: /\.params\[0\]\.type$/, value: 'string' },
  { path: /(?:steps\[0\]|stepTemplate)\.(?:ports|\w+Probe|lifecycle|terminationMessage\w+|stdin|stdinOnce|tty)$/ },
  {
    path: /stepTemplate\.name$|\.outputs\.results$|\.conditions$|^spec\.results$|(?:^spec|taskSpec)\.(?:inputs|outputs)$/,
  },
  { path: /[sS]pec\.(?:tasks|finally)\[0\]\.taskSpec\.(?:apiVersion|kind|spec)$/ },
];

/** A Task, or the Task in a TaskRun or Pipeline. */
const IN_TASKS: readonly GivenField[] = [{ path: /^spec\.resources$/, value: DECLARED }];

const IN_TASK_SPECS: readonly GivenField[] = [{ path: /taskSpec\.resources$/, value: DECLARED }];

const IN_PIPELINES: readonly GivenField[] = [
  // A Pipeline inside a Pipeline has no resources, and the sample ends with one.
  { path: /\[0\]\.pipelineSpec\.(?:.*pipelineSpec|resources|(?:tasks|finally)\[0\]\.(?:taskSpec\.)?resources)$/ },
  { path: /\[0\]\.pipelineRef\.bundle$/ },
  { path: /finally\[0\]\.(?:resources|taskSpec\.resources|runAfter)$/ },
  ...IN_TASK_SPECS,
  { path: /tasks\[0\]\.resources$/, value: LINKED },
  { path: /[sS]pec\.resources\[0\]$/, value: { name: 'repo', type: 'git', optional: true } },
];

const IN_RUNS: readonly GivenField[] = [{ path: /^spec\.resources$/, value: BOUND }];

const IN_PIPELINE_RUNS: readonly GivenField[] = [
  { path: /^spec\.resources$/, value: [{ name: 'repo', resourceSpec: SPEC }] },
  ...IN_PIPELINES,
];

/** Some samples have a Pipeline inside a Pipeline. In each of the others, its many fields would only take time. */
const WITHOUT_INNER: GivenField = { path: /\[0\]\.pipelineSpec$/ };

const TASK: Document = { value: sampleOf(task, [...IN_TASKS, ...GIVEN]) };
const PIPELINE_FIELDS: readonly GivenField[] = [{ path: /\.taskRef$/ }, ...IN_PIPELINES, ...GIVEN];
const PIPELINE: Document = { value: sampleOf(pipeline, [WITHOUT_INNER, ...PIPELINE_FIELDS]) };

/** Objects with all fields of their schema, except those that exclude each other, and the objects that they name. */
export const FULL_TEKTON: readonly { readonly title: string; readonly documents: readonly Document[] }[] = [
  { title: 'a Task', documents: [TASK] },
  { title: 'a ClusterTask', documents: [{ value: sampleOf(clusterTask, [...IN_TASKS, ...GIVEN]) }] },
  {
    title: 'a TaskRun with its Task',
    documents: [{ value: sampleOf(taskRun, [{ path: /^spec\.taskRef$/ }, ...IN_TASK_SPECS, ...IN_RUNS, ...GIVEN]) }],
  },
  {
    title: 'a TaskRun with a reference to a Task',
    documents: [
      {
        value: sampleOf(taskRun, [
          { path: /^spec\.taskSpec$/ },
          { path: /^spec\.taskRef$/, value: { name: 'sample', kind: 'Task', apiVersion: 'tekton.dev/v1beta1' } },
          { path: /^spec\.resources$/, value: REFERRED },
          ...GIVEN,
        ]),
      },
      TASK,
      {
        value: sampleOf(pipelineResource, [
          { path: /^spec\.type$/, value: 'git' },
          { path: /^spec\.params$/, value: SPEC.params },
          ...GIVEN,
        ]),
      },
    ],
  },
  {
    title: 'a TaskRun with a reference to a bundle',
    documents: [
      {
        value: sampleOf(taskRun, [
          { path: /^spec\.(?:taskSpec|resources|taskRef\.(?:apiVersion|resolver|params))$/ },
          ...GIVEN,
        ]),
      },
    ],
  },
  { title: 'a Pipeline with its Tasks', documents: [PIPELINE] },
  ...['tasks', 'finally'].flatMap((outer) =>
    ['tasks', 'finally'].map((inner) => ({
      title: `a Pipeline in ${outer} of a Pipeline, with ${inner}`,
      documents: [{ value: sampleOf(pipeline, [...aroundInner(outer, inner), ...PIPELINE_FIELDS]) }],
    })),
  ),
  {
    title: 'a Pipeline with references to Tasks',
    documents: [
      {
        value: sampleOf(pipeline, [
          WITHOUT_INNER,
          { path: /\.taskSpec$/ },
          { path: /tasks\[0\]\.taskRef$/, value: { name: 'sample', kind: 'Task', apiVersion: 'tekton.dev/v1beta1' } },
          { path: /finally\[0\]\.taskRef$/, value: CUSTOM },
          ...IN_PIPELINES,
          ...GIVEN,
        ]),
      },
      TASK,
    ],
  },
  {
    title: 'a PipelineRun with its Pipeline',
    documents: [
      {
        value: sampleOf(pipelineRun, [
          WITHOUT_INNER,
          { path: /^spec\.(?:pipelineRef|timeout)$|\.taskRef$/ },
          ...IN_PIPELINE_RUNS,
          ...GIVEN,
        ]),
      },
    ],
  },
  {
    title: 'a PipelineRun with a reference to a Pipeline',
    documents: [
      {
        value: sampleOf(pipelineRun, [
          { path: /^spec\.(?:pipelineSpec|timeouts)$/ },
          { path: /^spec\.pipelineRef$/, value: { name: 'sample', apiVersion: 'tekton.dev/v1beta1' } },
          ...IN_PIPELINE_RUNS,
          ...GIVEN,
        ]),
      },
      PIPELINE,
    ],
  },
  {
    title: 'a PipelineRun with a reference to a bundle',
    documents: [
      {
        value: sampleOf(pipelineRun, [
          { path: /^spec\.(?:pipelineSpec|timeouts|resources|pipelineRef\.(?:resolver|params))$/ },
          ...GIVEN,
        ]),
      },
    ],
  },
];

/**
 * Returns the fields that are absent, or short, in a sample of a Pipeline inside one list of a Pipeline. A sample of all places
 * would be large, and is translated for each of its fields.
 */
function aroundInner(outer: string, inner: string): readonly GivenField[] {
  const short = [{ name: 'short', taskRef: { name: 'sample' } }];
  return [
    { path: outer === 'tasks' ? /^spec\.finally$/ : /^spec\.tasks$/, ...(outer === 'finally' && { value: short }) },
    { path: /^spec\.\w+\[0\]\.(?:taskSpec|resources)$/ },
    inner === 'tasks'
      ? { path: /\[0\]\.pipelineSpec\.finally$/ }
      : { path: /\[0\]\.pipelineSpec\.tasks$/, value: short },
  ];
}
