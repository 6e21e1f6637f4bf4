import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonList, isJsonObject, type Json, parseJson } from '../../core/model/json.ts';
import { json, list } from '../../core/model/objects/reader.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';
import type { PrepareDependencies } from './dependencies.ts';

/** Prints the reasons of the Build as kpack does (pkg/buildchange/change_logger.go). Missing files are not an error. */
export async function logReasons({ inputsFile, log }: PrepareDependencies): Promise<void> {
  const beside = async (name: string): Promise<string> =>
    readFile(path.join(path.dirname(inputsFile), name), 'utf8').catch(() => '');
  const reason = (await beside('reason')).trim();
  const changes = list(json)(parseJson(await beside('changes.json')));
  const reasons = changes.length === 0 ? reason : changes.map((change) => textOf(change['reason'])).join(',');
  if (reasons === '') return;
  log(`Build reason(s): ${reasons}`);
  for (const change of changes) {
    log(`${textOf(change['reason'])}:`);
    lineDifferences(textOf(change['old']), textOf(change['new'])).forEach(log);
  }
}

/** Formats values other than strings as YAML with sorted keys, as Go's yaml package does. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : formatYaml(sorted(value));
}

function sorted(value: Json): Json {
  if (isJsonObject(value)) {
    const keys = Object.keys(value).toSorted();
    return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
  }
  return typeof value === 'object' && value !== null && isJsonList(value) ? value.map(sorted) : value;
}

const COLOURS = { '-': '\u001B[31m', '+': '\u001B[32m' } as const;
const PLAIN = '\u001B[0m';

/** The diff takes quadratic time. Longer texts are shown as removed and added completely. */
const MAX_DIFFED_LINES = 2000;

/** Returns the line differences of two texts in colour, in the format of kpack's log. */
function lineDifferences(old: string, current: string): readonly string[] {
  if (old === current) return [];
  const [before, after] = [old.split('\n'), current.split('\n')];
  const common = before.length + after.length > MAX_DIFFED_LINES ? [] : commonLines(before, after);
  const lines: string[] = [];
  let [left, right] = [0, 0];
  for (const line of [...common, undefined]) {
    while (left < before.length && before[left] !== line) lines.push(...changed('-', before[left++]));
    while (right < after.length && after[right] !== line) lines.push(...changed('+', after[right++]));
    if (line !== undefined && line !== '') lines.push(`\t${line}`);
    left += 1;
    right += 1;
  }
  return lines;
}

function changed(sign: '-' | '+', line = ''): readonly string[] {
  return line === '' ? [] : [`\t${COLOURS[sign]}${sign}${PLAIN} ${COLOURS[sign]}${line}${PLAIN}`];
}

/** Returns the longest common subsequence of lines. */
function commonLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (left: number, right: number): number => lengths[left]?.[right] ?? 0;
  for (let left = before.length - 1; left >= 0; left -= 1) {
    const row = lengths[left] ?? new Uint16Array();
    for (let right = after.length - 1; right >= 0; right -= 1) {
      const isSame = before[left] === after[right];
      row[right] = isSame ? at(left + 1, right + 1) + 1 : Math.max(at(left + 1, right), at(left, right + 1));
    }
  }
  const common: string[] = [];
  for (let left = 0, right = 0; left < before.length && right < after.length;) {
    const line = before[left];
    if (line !== undefined && line === after[right]) {
      common.push(line);
      left += 1;
      right += 1;
    } else if (at(left + 1, right) >= at(left, right + 1)) left += 1;
    else right += 1;
  }
  return common;
}
