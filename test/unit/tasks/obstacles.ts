import { isDeepStrictEqual } from 'node:util';
import type { TaskInterface } from './task-interface.ts';

/** Returns the changes that a Pipeline needs to use one Task instead of another. Empty if it needs none. */
export function obstacles(own: TaskInterface, other: TaskInterface): readonly string[] {
  return [...ofParameters(own, other), ...ofWorkspaces(own, other), ...ofResults(own, other)];
}

function ofParameters({ params: own }: TaskInterface, { params: others }: TaskInterface): readonly string[] {
  const known = others.flatMap((other) => {
    const parameter = own.find(({ name }) => name === other.name);
    if (parameter === undefined) return [`there is no parameter ${other.name}`];
    if (typeOf(parameter) !== typeOf(other)) return [`parameter ${other.name} is of type ${typeOf(parameter)}`];
    if (other.default === undefined) return [];
    // An empty text means that prepare finds out what is best.
    const isSame = parameter.default === '' || isDeepStrictEqual(parameter.default, other.default);
    return isSame ? [] : [`parameter ${other.name} has the default ${JSON.stringify(parameter.default)}`];
  });
  const unknown = own.filter(({ name }) => !others.some((other) => other.name === name));
  return [
    ...known,
    ...unknown.filter((parameter) => parameter.default === undefined).map(({ name }) => `parameter ${name} is new`),
  ];
}

function ofWorkspaces({ workspaces: own }: TaskInterface, { workspaces: others }: TaskInterface): readonly string[] {
  const missing = others.filter(({ name }) => !own.some((workspace) => workspace.name === name));
  const required = own.filter(({ name, optional = false }) => {
    const other = others.find((candidate) => candidate.name === name);
    return !optional && (other === undefined || other.optional === true);
  });
  return [
    ...missing.map(({ name }) => `there is no workspace ${name}`),
    ...required.map(({ name }) => `workspace ${name} must be given`),
  ];
}

function ofResults({ results: own }: TaskInterface, { results: others }: TaskInterface): readonly string[] {
  return others.flatMap((other) => {
    const result = own.find(({ name }) => name === other.name);
    if (result === undefined) return [`there is no result ${other.name}`];
    return typeOf(result) === typeOf(other) ? [] : [`result ${other.name} is of type ${typeOf(result)}`];
  });
}

/** Tekton's default, where a parameter's own default does not tell otherwise. */
function typeOf(field: { readonly type?: string; readonly default?: unknown }): string {
  return field.type ?? (Array.isArray(field.default) ? 'array' : 'string');
}
