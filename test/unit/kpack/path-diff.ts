import { isJsonList, isJsonObject, type Json } from '../../../src/core/model/json.ts';
import { formatFieldPath, type FieldPath } from '../../../src/core/model/problem.ts';

type Maybe = Json | undefined;

/** Returns every difference between two values, one line each. */
export function pathDiff(kpack: Maybe, taskpack: Maybe, path: FieldPath = []): readonly string[] {
  if (kpack === taskpack) return [];
  if (isObject(kpack) && isObject(taskpack)) {
    const keys = new Set([...Object.keys(kpack), ...Object.keys(taskpack)]);
    return [...keys].toSorted().flatMap((key) => pathDiff(kpack[key], taskpack[key], [...path, key]));
  }
  if (isList(kpack) && isList(taskpack) && kpack.length === taskpack.length) {
    return kpack.flatMap((item, index) => pathDiff(item, taskpack[index], [...path, index]));
  }
  if (JSON.stringify(kpack) === JSON.stringify(taskpack)) return [];
  return [`${formatFieldPath(path)}: kpack has ${shown(kpack)}, taskpack has ${shown(taskpack)}`];
}

function isObject(value: Maybe): value is Readonly<Record<string, Json>> {
  return isJsonObject(value);
}

function isList(value: Maybe): value is readonly Json[] {
  return value !== undefined && isJsonList(value);
}

function shown(value: Maybe): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
