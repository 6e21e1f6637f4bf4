import type { TomlTable, TomlValue } from 'smol-toml';
import { PrepareError } from '../step-error.ts';
import type { Variable } from './environment.ts';

/** The settings of a project descriptor that kpack applies. */
export interface ProjectDescriptor {
  /** The files to keep. */
  readonly files:
    | { readonly kind: 'all' }
    | { readonly kind: 'include' | 'exclude'; readonly patterns: readonly string[] };
  readonly variables: readonly Variable[];
  /** Log lines about settings that are ignored. */
  readonly warnings: readonly string[];
}

const EMPTY: ProjectDescriptor = { files: { kind: 'all' }, variables: [], warnings: [] };

/**
 * Reads a descriptor of schema version 0.1, the default, or 0.2 (CNB spec, extensions/project-descriptor.md). Other
 * versions are ignored with a warning, as in kpack. Throws `DescriptorInvalid`.
 */
export function readDescriptor(document: TomlTable, file: string): ProjectDescriptor {
  const version = table(document['_'])['schema-version'] ?? '0.1';
  if (version === '0.1') {
    const build = table(document['build']);
    return describe(build, build['env'], build['buildpacks'], file);
  }
  if (version === '0.2') {
    const build = table(table(document['io'])['buildpacks']);
    // `env.build` is the old name of `build.env` (buildpacks/pack, pull request 1479).
    const variables = table(build['build'])['env'] ?? table(build['env'])['build'];
    return describe(build, variables, build['group'], file);
  }
  return { ...EMPTY, warnings: [`warning: ${file} is ignored, because its schema-version is not 0.1 or 0.2`] };
}

function describe(
  build: TomlTable,
  variables: TomlValue | undefined,
  group: TomlValue | undefined,
  file: string,
): ProjectDescriptor {
  const [include, exclude] = [patternsOf(build, 'include', file), patternsOf(build, 'exclude', file)];
  if (include !== undefined && exclude !== undefined)
    throw bad(file, 'has both include and exclude: remove one of them');
  const ignored = [
    ...(group === undefined ? [] : ['buildpacks']),
    ...(build['builder'] === undefined ? [] : ['builder']),
  ];
  return {
    files: filesOf('include', include) ?? filesOf('exclude', exclude) ?? EMPTY.files,
    variables: list(variables).map((entry) => variable(table(entry), file)),
    warnings: ignored.map((what) => `info: ${what} provided in project descriptor file will be ignored`),
  };
}

function filesOf(
  kind: 'include' | 'exclude',
  patterns: readonly string[] = [],
): ProjectDescriptor['files'] | undefined {
  return patterns.length === 0 ? undefined : { kind, patterns };
}

function patternsOf(build: TomlTable, key: string, file: string): readonly string[] | undefined {
  const value = build[key];
  if (value === undefined) return undefined;
  const texts = list(value).filter((pattern) => typeof pattern === 'string');
  if (!Array.isArray(value) || texts.length !== value.length)
    throw bad(file, `has a value of ${key} that is not a list of strings`);
  return texts;
}

function variable({ name, value }: TomlTable, file: string): Variable {
  if (typeof name === 'string' && typeof value === 'string') return { name, value };
  throw bad(file, 'has a variable whose name or value is not a string');
}

function table(value: TomlValue | undefined): TomlTable {
  const isTable = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
  return isTable ? value : {};
}

function list(value: TomlValue | undefined): readonly TomlValue[] {
  return Array.isArray(value) ? value : [];
}

function bad(file: string, reason: string): PrepareError {
  return new PrepareError('DescriptorInvalid', `the project descriptor ${file} ${reason}`);
}
