import { text } from '../../core/model/objects/reader.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../core/model/json.ts';
import type { PartView } from '../../insight/views/explanation-view.ts';
import { failure } from '../problems.ts';

/** Returns the parts at or below a path. Throws `CommandFailure` if there is none. */
export function partsBelow(
  parts: readonly PartView[],
  output: readonly JsonObject[],
  path: string,
): readonly PartView[] {
  const wanted = named(path.replace(/^\./, ''), output);
  const found = parts.filter((part) =>
    wanted.some(
      (each) => part.path === each || (/^[.[]/.test(part.path.slice(each.length)) && part.path.startsWith(each)),
    ),
  );
  if (found.length === 0) throw failure(withoutField(path, parts));
  return found;
}

function withoutField(path: string, parts: readonly PartView[]): string {
  const objects = [...new Set(parts.map(({ object }) => object))].join(', ');
  const near = nearPath(path, parts);
  const hint = near === undefined ? '' : `; did you mean --path ${near}?`;
  return `no object of the translation (${objects}) has the field ${path}${hint}`;
}

/** Returns the path whose end is most like that of the wanted path, or else the longest existing beginning of it. */
function nearPath(wanted: string, parts: readonly PartView[]): string | undefined {
  const keys = keysOf(wanted);
  const existing = parts.map((part) => keysOf(part.path));
  for (let left = keys.length; left > 0; left -= 1) {
    const end = keys.slice(-left);
    for (const path of existing) {
      const at = path.findIndex((_, index) => end.every((key, offset) => path[index + offset] === key));
      if (at !== -1) return joined(path.slice(0, at + left));
    }
  }
  for (let left = keys.length - 1; left > 0; left -= 1) {
    const start = keys.slice(0, left);
    if (existing.some((path) => start.every((key, index) => path[index] === key))) return joined(start);
  }
  return undefined;
}

/** Returns the keys and the entries of lists of a path, such as `steps`, `[build]`. */
function keysOf(path: string): readonly string[] {
  return path.match(/[^.[\]]+|\[[^[\]]*\]/g) ?? [];
}

function joined(keys: readonly string[]): string {
  return keys.map((key, index) => (index === 0 || key.startsWith('[') ? key : `.${key}`)).join('');
}

/** Returns the path with the names of entries in place of their positions, for each object. */
function named(path: string, output: readonly JsonObject[]): readonly string[] {
  return output.map((object) => {
    let value: Json | undefined = object;
    return path.replaceAll(/([^.[\]]+)|\[([^[\]]+)\]/g, (whole, key: string | undefined, entry: string | undefined) => {
      const part = key ?? entry ?? '';
      if (value === undefined || !isJsonList(value)) {
        value = isJsonObject(value) ? value[part] : undefined;
        return whole;
      }
      const found: Json | undefined = value.find((one, index) => `${index}` === part || nameOf(one) === part);
      value = found;
      const name = nameOf(found);
      return name === undefined ? whole : `[${name}]`;
    });
  });
}

function nameOf(entry: Json | undefined): string | undefined {
  return isJsonObject(entry) ? text(entry['name']) : undefined;
}
