import type { TomlTable, TomlValue } from 'smol-toml';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import { isTable, misplacedKeys, SCHEMAS, type SchemaVersion, withLowerCaseKeys } from './descriptor-keys.ts';
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

/** The table of the old variables of schema version 0.2. Variables are often written as its entries. */
const OLD_VARIABLES = 'io.buildpacks.env';

const EMPTY: ProjectDescriptor = { files: { kind: 'all' }, variables: [], warnings: [] };

/**
 * Reads a descriptor of schema version 0.1, the default, or 0.2 (CNB spec, extensions/project-descriptor.md). Other
 * versions are ignored with a warning, as in kpack. A key that the version does not have gets a warning that names its place.
 * Throws `DescriptorInvalid` with all problems.
 */
export function readDescriptor(given: TomlTable, file: string): ProjectDescriptor {
  const document = withLowerCaseKeys(given);
  const problems: string[] = [];
  const version = valueAt(document, '_.schema-version', problems) ?? '0.1';
  if (problems.length === 0 && typeof version !== 'string') problems.push('_.schema-version is not a string');
  if (problems.length > 0) throw invalid(file, problems);
  if (version !== '0.1' && version !== '0.2') {
    return { ...EMPTY, warnings: [`warning: ${file} is ignored, because its schema-version is not 0.1 or 0.2`] };
  }
  const described = describe(document, version, problems);
  if (problems.length > 0) throw invalid(file, problems);
  return { ...described, warnings: [...misplacedKeys(document, version, file), ...described.warnings] };
}

function describe(document: TomlTable, version: SchemaVersion, problems: string[]): ProjectDescriptor {
  const { include, exclude, variables, oldVariables, buildpacks, before, after, builder } = SCHEMAS[version];
  const [included, excluded] = [include, exclude].map((key) => patternsAt(document, key, problems));
  if (included !== undefined && excluded !== undefined)
    problems.push(`it has both ${include} and ${exclude}: remove one of them`);
  const given = variablesAt(document, variables, problems);
  const old = oldVariables === undefined ? undefined : variablesAt(document, oldVariables, problems);
  const chosen = [
    listAt(document, buildpacks, problems),
    ...[before, after].map((key) => valueAt(document, key, problems)),
  ];
  const named = valueAt(document, builder, problems);
  if (named !== undefined && typeof named !== 'string') problems.push(`${builder} is not a string`);
  const ignored = [
    ...(chosen.some((value) => value !== undefined) ? ['buildpacks'] : []),
    ...(named === undefined ? [] : ['builder']),
  ];
  return {
    files: filesOf('include', included) ?? filesOf('exclude', excluded) ?? EMPTY.files,
    variables: given ?? old ?? [],
    warnings: ignored.map((what) => `info: ${what} provided in project descriptor file will be ignored`),
  };
}

function filesOf(
  kind: 'include' | 'exclude',
  patterns: readonly string[] = [],
): ProjectDescriptor['files'] | undefined {
  return patterns.length === 0 ? undefined : { kind, patterns };
}

function patternsAt(document: TomlTable, key: string, problems: string[]): readonly string[] | undefined {
  const values = listAt(document, key, problems);
  const patterns = values?.filter((value) => typeof value === 'string');
  if (patterns?.length !== values?.length) problems.push(`${key} has a value that is not a string`);
  return patterns;
}

function variablesAt(document: TomlTable, key: string, problems: string[]): readonly Variable[] | undefined {
  return listAt(document, key, problems)?.map((entry, index) => {
    const { name, value } = isTable(entry) ? entry : {};
    if (typeof name === 'string' && typeof value === 'string') return { name, value };
    problems.push(`entry ${index + 1} of [[${key}]] is not a variable with a name and a value, both strings`);
    return { name: '', value: '' };
  });
}

function listAt(document: TomlTable, key: string, problems: string[]): readonly TomlValue[] | undefined {
  const value = valueAt(document, key, problems);
  if (value === undefined || Array.isArray(value)) return value;
  problems.push(isTable(value) ? `${key} is a table: write [[${key}]] or a list` : `${key} is not a list`);
  return undefined;
}

/** Returns the value of a dotted key. A part of the way that is not a table is a problem. */
function valueAt(document: TomlTable, key: string, problems: string[]): TomlValue | undefined {
  const names = key.split('.');
  let table = document;
  for (const [index, name] of names.entries()) {
    const value = table[name];
    if (value === undefined || index === names.length - 1) return value;
    if (!isTable(value)) {
      const part = names.slice(0, index + 1).join('.');
      const message = `${part} is not a table${part === OLD_VARIABLES ? `: write [[${SCHEMAS['0.2'].variables}]]` : ''}`;
      if (!problems.includes(message)) problems.push(message);
      return undefined;
    }
    table = value;
  }
  return undefined;
}

function invalid(file: string, problems: readonly string[]): PrepareError {
  return new PrepareError('DescriptorInvalid', `the project descriptor ${file} is not valid: ${problems.join('; ')}`);
}
