import { fieldError, type FieldProblem } from '../../src/model/problem.ts';
import type { LinkedTask } from './pipeline-tasks.ts';

/** Reports tasks that wait for themselves by `from` and `runAfter`, each circle once. Tekton refuses such a Pipeline. */
export function circles(tasks: readonly LinkedTask[]): readonly FieldProblem[] {
  const reported = new Set<string>();
  return tasks.flatMap(({ task: { name }, path }) => {
    const circle = reported.has(name) ? undefined : circleOf(name, tasks);
    if (circle === undefined) return [];
    circle.forEach((one) => reported.add(one));
    const order = [...circle, name].map((one) => JSON.stringify(one)).join(' after ');
    return [fieldError([...path, 'name'], `the task waits for itself: ${order}; remove one of these from or runAfter`)];
  });
}

/** Returns the shortest circle of tasks that starts at a task. */
function circleOf(start: string, tasks: readonly LinkedTask[]): readonly string[] | undefined {
  const seen = new Set<string>();
  let paths: readonly (readonly string[])[] = [[start]];
  while (paths.length > 0) {
    const next: (readonly string[])[] = [];
    for (const names of paths) {
      for (const before of predecessors(names.at(-1) ?? '', tasks)) {
        if (before === start) return names;
        if (!seen.has(before)) next.push([...names, before]);
        seen.add(before);
      }
    }
    paths = next;
  }
  return undefined;
}

function predecessors(name: string, tasks: readonly LinkedTask[]): readonly string[] {
  return tasks.flatMap(({ task: { name: own, runAfter = [], resources = {} } }) => {
    if (own !== name) return [];
    const bound = [...(resources.inputs ?? []), ...(resources.outputs ?? [])];
    return [...runAfter, ...bound.flatMap(({ from = [] }) => from)];
  });
}
