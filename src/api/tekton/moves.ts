import type { FieldPath } from '../../model/problem.ts';
import type { Move } from '../reading/move.ts';

/** What v1alpha1 of a Task and of a TaskRun keep elsewhere than v1beta1. */
function movesAt(prefix: FieldPath): readonly Move[] {
  return [
    { from: [...prefix, 'inputs', 'params'], to: [...prefix, 'params'] },
    { from: [...prefix, 'inputs', 'resources'], to: [...prefix, 'resources', 'inputs'] },
    { from: [...prefix, 'outputs', 'resources'], to: [...prefix, 'resources', 'outputs'] },
  ];
}

/** What a Task says of itself; the template's name changed with Tekton 0.5. */
function taskSpecMoves(prefix: FieldPath): readonly Move[] {
  return [...movesAt(prefix), { from: [...prefix, 'containerTemplate'], to: [...prefix, 'stepTemplate'] }];
}

/** Where the pod is to run, which Tekton 0.7 put into a template. */
const PLACEMENT = ['nodeSelector', 'tolerations', 'affinity'].map((field) => ({
  from: ['spec', field],
  to: ['spec', 'podTemplate', field],
}));

export const TASK_V1ALPHA1_MOVES: readonly Move[] = taskSpecMoves(['spec']);

export const TASK_RUN_V1ALPHA1_MOVES: readonly Move[] = [
  ...movesAt(['spec']),
  ...taskSpecMoves(['spec', 'taskSpec']),
  { from: ['spec', 'serviceAccount'], to: ['spec', 'serviceAccountName'] },
  ...PLACEMENT,
];
