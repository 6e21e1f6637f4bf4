import type { TomlTable, TomlValue } from 'smol-toml';

/** The schema versions of a project descriptor that kpack reads. */
export type SchemaVersion = keyof typeof SCHEMAS;

/** The keys of the settings in each schema version (CNB spec, extensions/project-descriptor.md). */
export const SCHEMAS = {
  '0.1': {
    include: 'build.include',
    exclude: 'build.exclude',
    variables: 'build.env',
    oldVariables: undefined,
    buildpacks: 'build.buildpacks',
    builder: 'build.builder',
    // pack reads these.
    before: 'build.pre',
    after: 'build.post',
  },
  '0.2': {
    include: 'io.buildpacks.include',
    exclude: 'io.buildpacks.exclude',
    variables: 'io.buildpacks.build.env',
    // The old name of the variables (buildpacks/pack, pull request 1479).
    oldVariables: 'io.buildpacks.env.build',
    buildpacks: 'io.buildpacks.group',
    builder: 'io.buildpacks.builder',
    before: 'io.buildpacks.pre',
    after: 'io.buildpacks.post',
  },
} as const;

type Setting = keyof (typeof SCHEMAS)['0.1'];

/** The setting that a key with this last name means, wherever it stands. */
const SETTING_OF_NAME: Readonly<Record<string, Setting>> = {
  include: 'include',
  exclude: 'exclude',
  env: 'variables',
  buildpacks: 'buildpacks',
  group: 'buildpacks',
  builder: 'builder',
};
const VERSION_KEY = '_.schema-version';
/** Keys of the project itself, which no build needs. */
const PROJECT_KEYS = 'id name version authors licenses documentation-url source-url metadata'.split(' ');
const SHOWN = 20;
/** No setting is deeper. A hostile descriptor can be. */
const MAX_DEPTH = 6;

/**
 * Returns a warning for each key that looks like a setting of a build and is ignored in this schema version. The warning names
 * the key that has an effect. Tables of other programs have no warnings.
 */
export function misplacedKeys(document: TomlTable, version: SchemaVersion, file: string): readonly string[] {
  const known: ReadonlySet<string | undefined> = new Set<string | undefined>([
    VERSION_KEY,
    ...Object.values(SCHEMAS[version]),
    ...PROJECT_KEYS.flatMap((key) => [`_.${key}`, `project.${key}`]),
  ]);
  const misplaced = keysOf(document, [], known).filter((key) => concernsBuild(key, version));
  const shown = misplaced.slice(0, SHOWN).map((key) => `warning: ${file}: ${adviceFor(key, version)}`);
  const rest = misplaced.length - shown.length;
  return rest === 0 ? shown : [...shown, `warning: ${file}: ${rest} more keys are ignored`];
}

/** Returns the dotted keys of all values that are not tables, except the known keys and what is below these. */
function keysOf(
  table: TomlTable,
  parents: readonly string[],
  known: ReadonlySet<string | undefined>,
): readonly string[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const names = [...parents, /^[\w-]+$/.test(name) ? name : JSON.stringify(name)];
    const key = names.join('.');
    if (known.has(key)) return [];
    return isTable(value) && names.length < MAX_DEPTH ? keysOf(value, names, known) : [key];
  });
}

/** Returns true if pack warns about the key, or if a key at the top is a setting's name. */
function concernsBuild(key: string, version: SchemaVersion): boolean {
  if (!key.includes('.')) return key === 'schema-version' || Object.hasOwn(SETTING_OF_NAME, key);
  if (key === 'project.schema-version' || key.startsWith('build.') || key.startsWith('io.buildpacks.')) return true;
  return version === '0.1' ? key.startsWith('project.') : key.startsWith('_.');
}

function adviceFor(key: string, version: SchemaVersion): string {
  const name = key.slice(key.lastIndexOf('.') + 1);
  if (name === 'schema-version') return `${key} is ignored: write schema-version in the table [_]`;
  const ignored = `${key} is ignored in schema version ${version}`;
  const setting = SETTING_OF_NAME[name];
  if (setting === undefined) return `${ignored}, which does not have it`;
  const other = version === '0.1' ? '0.2' : '0.1';
  const advice = `${ignored}: write ${SCHEMAS[version][setting]}`;
  return SCHEMAS[other][setting] === key ? `${advice}, or set ${VERSION_KEY} to "${other}"` : advice;
}

/**
 * Returns the document with keys in lower case, because kpack and pack ignore the case of keys (BurntSushi/toml). Two tables whose names
 * then are the same become one. Of two other values, the one whose name is in lower case counts.
 */
export function withLowerCaseKeys(table: TomlTable, depth = 0): TomlTable {
  const names = Object.keys(table).toSorted((one, other) => Number(isLowerCase(one)) - Number(isLowerCase(other)));
  return merged(names.map((name) => [name.toLowerCase(), withLowerCase(table[name] ?? '', depth)]));
}

function withLowerCase(value: TomlValue, depth: number): TomlValue {
  if (depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((entry) => withLowerCase(entry, depth + 1));
  return isTable(value) ? withLowerCaseKeys(value, depth + 1) : value;
}

function isLowerCase(name: string): boolean {
  return name === name.toLowerCase();
}

function merged(entries: readonly (readonly [string, TomlValue])[]): TomlTable {
  const values = new Map<string, TomlValue>();
  for (const [name, value] of entries) {
    const other = values.get(name);
    const isMerged = isTable(other) && isTable(value);
    values.set(name, isMerged ? merged([...Object.entries(other), ...Object.entries(value)]) : value);
  }
  return Object.fromEntries(values);
}

/** Returns true if a value of TOML is a table. */
export function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}
