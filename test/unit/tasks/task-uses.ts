import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { publishedTasks } from './published-task.ts';

/** How a sample or test refers to a Task. */
export interface TaskUse {
  readonly file: string;
  readonly task: string;
  readonly params: readonly string[];
  readonly workspaces: readonly string[];
}

interface Reference {
  readonly taskRef?: { readonly name?: string };
  readonly params?: readonly { readonly name: string }[];
  readonly workspaces?: readonly { readonly name: string }[];
}

interface Spec extends Reference {
  readonly tasks?: readonly Reference[];
  readonly pipelineSpec?: { readonly tasks?: readonly Reference[] };
}

/** Every reference by name that is in the samples and tests of Tasks. */
export function taskUses(): readonly TaskUse[] {
  return publishedTasks().flatMap(({ name, files }) =>
    [...files]
      .filter(([file]) => /^(?:samples|tests)\/.*\.yaml$/.test(file))
      .flatMap(([file, text]) => usesIn(`tasks/${name}/${file}`, text)),
  );
}

function usesIn(file: string, text: string): readonly TaskUse[] {
  const { documents, problems } = parseYaml(text, file);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => `${file}: ${message}`).join('\n'));
  return documents.flatMap(({ value }) => {
    const { spec = {} } = value as { readonly spec?: Spec };
    const references = [spec, ...(spec.tasks ?? []), ...(spec.pipelineSpec?.tasks ?? [])];
    return references.flatMap(({ taskRef, params = [], workspaces = [] }) =>
      taskRef?.name === undefined
        ? []
        : [{ file, task: taskRef.name, params: params.map(nameOf), workspaces: workspaces.map(nameOf) }],
    );
  });
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
