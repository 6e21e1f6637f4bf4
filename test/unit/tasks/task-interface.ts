import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';

/** The interface of a Task for Pipelines. */
export interface TaskInterface {
  readonly params: readonly Parameter[];
  readonly workspaces: readonly { readonly name: string; readonly optional?: boolean }[];
  readonly results: readonly { readonly name: string; readonly type?: string }[];
}

interface Parameter {
  readonly name: string;
  readonly type?: string;
  readonly default?: unknown;
}

const TASKS = path.join(import.meta.dirname, '../../../tasks');

/** Returns the interface of one of taskpack's Tasks. */
export function ourTask(name: string): TaskInterface {
  const file = path.join(TASKS, name, `${name}.yaml`);
  const [document] = parseYaml(readFileSync(file, 'utf8'), file).documents;
  if (document === undefined) throw new Error(`${file} is empty`);
  const { spec } = document.value as { readonly spec: Partial<TaskInterface> };
  const { params = [], workspaces = [], results = [] } = spec;
  return { params, workspaces, results };
}

/** The interface of a task of Tekton's catalog. */
export function catalogTask(name: string): TaskInterface {
  const { tasks } = JSON.parse(readFileSync(path.join(TASKS, 'catalog-tasks.json'), 'utf8')) as {
    readonly tasks: readonly (TaskInterface & { readonly name: string })[];
  };
  const task = tasks.find((candidate) => candidate.name === name);
  if (task === undefined) throw new Error(`the catalog's data have no task ${name}`);
  return task;
}
