import type { JsonObject } from '../model/json.ts';
import { formatYaml } from '../yaml/format-yaml.ts';

/** Marks of Go template code in a manifest. They contain the code in hexadecimal digits, so YAML needs no quotes for them. */
const VALUE = 'helmvalue';
const LINES = 'helmlines';
const END = 'end';

/** Returns a string that `templateText` writes as `{{ code }}`. It can be a part of a longer string. */
export function codeValue(code: string): string {
  return `${VALUE}${Buffer.from(code).toString('hex')}${END}`;
}

/**
 * Returns a key, or an item of a list, that `templateText` writes as these lines, at the indentation of the key or the item. The
 * value of the key is ignored. `@` in the lines stands for this indentation in columns, and `@2` for two columns more.
 */
export function codeLines(lines: string): string {
  return `${LINES}${Buffer.from(lines).toString('hex')}${END}`;
}

/** Returns a manifest as YAML with Go template code. Braces in the manifest's own strings stay as they are in the output. */
export function templateText(manifest: JsonObject): string {
  return formatYaml(manifest)
    .replaceAll('{{', '{{ "{{" }}')
    .replaceAll(MARKED_LINE, (_line, pad: string, hex: string) => indentedLines(decoded(hex), pad))
    .replaceAll(MARKED_VALUE, (_mark, hex: string) => `{{ ${decoded(hex)} }}`);
}

const MARKED_LINE = new RegExp(String.raw`^( *)(?:- )?${LINES}([0-9a-f]+?)${END}(?::.*)?$`, 'gm');
const MARKED_VALUE = new RegExp(`${VALUE}([0-9a-f]+?)${END}`, 'g');

function decoded(hex: string): string {
  return Buffer.from(hex, 'hex').toString();
}

function indentedLines(code: string, pad: string): string {
  return code
    .replaceAll(/@(\d*)/g, (_at, more: string) => String(pad.length + Number(more)))
    .split('\n')
    .map((line) => pad + line)
    .join('\n');
}
