import type { FieldPath } from '../../model/problem.ts';
import type { FieldConversion } from './convert-fields.ts';
import { lookup } from './lookup.ts';

/** Stands for every index of a list in the paths of a conversion. */
export const EACH = '*';

/** Returns the conversions of a value: one for each element of a list whose path has `EACH`. */
export function conversionsOf(value: unknown, conversions: readonly FieldConversion[]): readonly FieldConversion[] {
  return conversions.flatMap((conversion) => {
    const position = conversion.from.indexOf(EACH);
    if (position === -1) return [conversion];
    const list = lookup(value, conversion.from.slice(0, position));
    return Array.isArray(list) ? list.map((_, index) => withIndex(conversion, index)) : [];
  });
}

/** Returns the conversions for the elements of lists that a path leads through. */
export function conversionsAt(path: FieldPath, conversions: readonly FieldConversion[]): readonly FieldConversion[] {
  return conversions.flatMap((conversion) => {
    const position = conversion.from.indexOf(EACH);
    if (position === -1) return [conversion];
    const index = path[position];
    return typeof index === 'number' ? [withIndex(conversion, index)] : [];
  });
}

function withIndex(conversion: FieldConversion, index: number): FieldConversion {
  const concrete = (path: FieldPath): FieldPath => path.map((segment) => (segment === EACH ? index : segment));
  return { ...conversion, from: concrete(conversion.from), to: concrete(conversion.to) };
}
