import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import type { LinkedTask } from './pipeline-tasks.ts';

/** The names of the tasks before each task, by `from` and `runAfter`. */
type Predecessors = ReadonlyMap<string, readonly string[]>;

/** Reports tasks that wait for themselves by `from` and `runAfter`, each circle once. Tekton refuses such a Pipeline. */
export function circles(tasks: readonly LinkedTask[]): readonly FieldProblem[] {
  const predecessors = new Map(tasks.map((linked) => [linked.task.name, predecessorsOf(linked)]));
  const reported = new Set<string>();
  return tasks.flatMap(({ task: { name }, path }) => {
    const circle = reported.has(name) ? undefined : circleOf(name, predecessors);
    if (circle === undefined) return [];
    circle.forEach((one) => reported.add(one));
    const order = [...circle, name].map((one) => JSON.stringify(one)).join(' after ');
    return [fieldError([...path, 'name'], `the task waits for itself: ${order}; remove one of these from or runAfter`)];
  });
}

function predecessorsOf({ task: { runAfter = [], resources = {} } }: LinkedTask): readonly string[] {
  const bound = [...(resources.inputs ?? []), ...(resources.outputs ?? [])];
  return [...runAfter, ...bound.flatMap(({ from = [] }) => from)];
}

/** Returns the shortest circle of tasks that starts at a task. */
function circleOf(start: string, predecessors: Predecessors): readonly string[] | undefined {
  /** The task from which the search reached a task. */
  const reachedFrom = new Map<string, string>();
  const queue = [start];
  // An iterator of an array also visits the items that are added meanwhile.
  for (const name of queue) {
    for (const before of predecessors.get(name) ?? []) {
      if (before === start) return pathTo(name, reachedFrom);
      if (reachedFrom.has(before)) continue;
      reachedFrom.set(before, name);
      queue.push(before);
    }
  }
  return undefined;
}

/** Returns the way of the search to a task, from its start on. */
function pathTo(name: string, reachedFrom: ReadonlyMap<string, string>): readonly string[] {
  const path: string[] = [];
  for (let one: string | undefined = name; one !== undefined; one = reachedFrom.get(one)) path.unshift(one);
  return path;
}
