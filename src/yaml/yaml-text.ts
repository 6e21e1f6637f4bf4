import { CORE_SCHEMA, getScalarValue, mergeTag, SCALAR_STYLE, type Event, type ScalarEvent } from 'js-yaml';

/** YAML 1.2's core schema, with the merge keys of YAML 1.1 that kubectl understands. */
export const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** A text, parsed: the events refer to it by offset. */
export interface YamlText {
  readonly text: string;
  readonly events: readonly Event[];
}

/** Whether the scalar is plain, so that its value depends on who reads it. */
export function isPlain({ style, tagStart }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.PLAIN && tagStart < 0;
}

/** The text of a scalar, without quotes and escapes. */
export function scalarText(text: string, scalar: ScalarEvent): string {
  return getScalarValue(text, scalar);
}

/** The value of a plain scalar by YAML 1.2. */
export function plainValue(plain: string): unknown {
  return SCHEMA.resolveImplicitScalarTag(plain).value;
}

/** The key of the object that a scalar key becomes. */
export function keyText(text: string, scalar: ScalarEvent): string {
  const key = scalarText(text, scalar);
  return isPlain(scalar) ? String(plainValue(key)) : key;
}

/** Whether the scalar, as a key, merges the mapping that is its value. */
export function isMergeKey(text: string, scalar: ScalarEvent): boolean {
  return isPlain(scalar) && scalar.valueEnd - scalar.valueStart === 2 && text.startsWith('<<', scalar.valueStart);
}
