import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonList, isJsonObject, parseJson, type Json } from '../../model/json.ts';
import { formatYaml } from '../../yaml/format-yaml.ts';
import { lineDifferences } from './line-differences.ts';
import type { World } from './world.ts';

/** Prints why it builds, as kpack does (pkg/buildchange, change_logger.go); a log is worth no failure. */
export async function logReasons({ inputsFile, log }: World): Promise<void> {
  const beside = async (name: string): Promise<string> =>
    readFile(path.join(path.dirname(inputsFile), name), 'utf8').catch(() => '');
  const [reason, changes] = [(await beside('reason')).trim(), parseJson(await beside('changes.json'))];
  const list = (isList(changes) ? changes : []).filter(isJsonObject);
  const reasons = list.length === 0 ? reason : list.map((change) => textOf(change['reason'])).join(',');
  if (reasons === '') return;
  log(`Build reason(s): ${reasons}`);
  for (const change of list) {
    log(`${textOf(change['reason'])}:`);
    lineDifferences(textOf(change['old']), textOf(change['new'])).forEach(log);
  }
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** YAML of what is no text, with its keys in the order of Go's maps. */
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
