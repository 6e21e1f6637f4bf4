import type { Json, JsonObject } from '../../core/model/json.ts';
import { json } from '../../core/model/objects/reader.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';
import { nested, withAbsoluteLinks, withoutLinks, type ChartValue } from './chart-value.ts';

const HEAD = '# Written by npm run generate from src/install/helm; do not edit.\n';
const WIDTH = 120;

/** Returns values.yaml: each value with its default, below a comment with its meaning. */
export function valuesYaml(values: readonly ChartValue[]): string {
  const lines: string[] = [];
  let before: readonly string[] = [];
  for (const { path, byDefault, meaning } of values) {
    const names = path.split('.');
    const known = names.findIndex((name, index) => name !== before[index] || index === names.length - 1);
    names.slice(0, -1).forEach((name, index) => {
      if (index >= known) lines.push(`${index === 0 ? '\n' : ''}${'  '.repeat(index)}${name}:`);
    });
    const pad = '  '.repeat(names.length - 1);
    if (names.length === 1) lines.push('');
    lines.push(...comment(withoutLinks(meaning), pad), entry(names.at(-1) ?? '', byDefault, pad));
    before = names;
  }
  return `${HEAD}${lines.join('\n')}\n`;
}

function comment(text: string, pad: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.split(' ')) {
    if (line !== '' && pad.length + line.length + word.length + 3 > WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].map((one) => `${pad}# ${one}`);
}

function entry(name: string, byDefault: Json, pad: string): string {
  return formatYaml({ [name]: byDefault })
    .trimEnd()
    .split('\n')
    .map((line) => pad + line)
    .join('\n');
}

/** Returns values.schema.json. Helm refuses values that are not in it. */
export function valuesSchema(values: readonly ChartValue[]): string {
  const properties = nested(
    values,
    ({ schema, meaning }) => ({ ...schema, description: withoutLinks(meaning) }),
    (entries) => ({ type: 'object', additionalProperties: false, properties: entries, ...requiredGroups(entries) }),
  );
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...properties,
    properties: { ...json(properties['properties']), ...FOR_PARENTS },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** The templates work without these groups of values. */
const OPTIONAL_GROUPS = ['settings'];

/**
 * Requires the groups of values in an object. Helm removes values that a user sets to `null` before it checks the schema, and the
 * templates read fields of the groups.
 */
function requiredGroups(entries: JsonObject): JsonObject {
  const groups = Object.keys(entries).filter(
    (name) => json(entries[name])['additionalProperties'] === false && !OPTIONAL_GROUPS.includes(name),
  );
  return groups.length === 0 ? {} : { required: groups };
}

/** Helm and the conditions of a chart that depends on this one add these values. */
const FOR_PARENTS: JsonObject = { global: { type: 'object' }, enabled: { type: 'boolean' } };

/** Returns the rows of the table of values in the README: value, default, meaning. */
export function valueRows(values: readonly ChartValue[]): readonly (readonly string[])[] {
  return values.map(({ path, byDefault, meaning }) => [
    `\`${path}\``,
    byDefault === '' ? '' : `\`${JSON.stringify(byDefault)}\``,
    withAbsoluteLinks(meaning),
  ]);
}
