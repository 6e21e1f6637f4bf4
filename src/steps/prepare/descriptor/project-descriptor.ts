import type { TomlTable, TomlValue } from 'smol-toml';
import type { Variable } from '../layout/environment.ts';
import { PrepareError } from '../prepare-error.ts';

/** What of a project descriptor counts here. */
export interface ProjectDescriptor {
  /** Which files stay; all where nothing is said. */
  readonly files:
    { readonly kind: 'all' } | { readonly kind: 'include' | 'exclude'; readonly patterns: readonly string[] };
  readonly variables: readonly Variable[];
  /** What the user should know of what does not count. */
  readonly remarks: readonly string[];
}

const NOTHING: ProjectDescriptor = { files: { kind: 'all' }, variables: [], remarks: [] };

/**
 * Reads a descriptor of schema 0.1, which need not say so, or 0.2 (CNB specification, extensions/project-descriptor.md);
 * of another one nothing counts, as in kpack. Throws `DescriptorInvalid`.
 */
export function readDescriptor(document: TomlTable, file: string): ProjectDescriptor {
  const version = table(document['_'])['schema-version'] ?? '0.1';
  if (version === '0.1') {
    const build = table(document['build']);
    return describe(build, build['env'], build['buildpacks'], file);
  }
  if (version === '0.2') {
    const build = table(table(document['io'])['buildpacks']);
    // The second is the first's old name (pack, pull request 1479).
    const variables = table(build['build'])['env'] ?? table(build['env'])['build'];
    return describe(build, variables, build['group'], file);
  }
  return { ...NOTHING, remarks: [`warning: ${file} has a schema that is not known, and is ignored`] };
}

function describe(
  build: TomlTable,
  variables: TomlValue | undefined,
  group: TomlValue | undefined,
  file: string,
): ProjectDescriptor {
  const [include, exclude] = [patternsOf(build, 'include', file), patternsOf(build, 'exclude', file)];
  if (include !== undefined && exclude !== undefined)
    throw bad(file, 'has both include and exclude, of which it may have one');
  const ignored = [
    ...(group === undefined ? [] : ['buildpacks']),
    ...(build['builder'] === undefined ? [] : ['builder']),
  ];
  return {
    files: filesOf('include', include) ?? filesOf('exclude', exclude) ?? NOTHING.files,
    variables: list(variables).map((entry) => variable(table(entry), file)),
    remarks: ignored.map((what) => `info: ${what} provided in project descriptor file will be ignored`),
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
  if (!Array.isArray(value) || texts.length !== value.length) throw bad(file, `has an ${key} that is no list of texts`);
  return texts;
}

function variable({ name, value }: TomlTable, file: string): Variable {
  if (typeof name === 'string' && typeof value === 'string') return { name, value };
  throw bad(file, 'has a variable whose name and value are not both texts');
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
