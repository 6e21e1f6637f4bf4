import {
  CORE_SCHEMA,
  type Event,
  EVENT_ID,
  getScalarValue,
  mergeTag,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from 'js-yaml';

/** YAML 1.2's core schema, with the merge keys of YAML 1.1, which kubectl supports. */
export const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** A text and its parse events. The events refer to the text by offset. */
export interface YamlText {
  readonly text: string;
  readonly events: readonly Event[];
}

/**
 * Returns the events of a text. Before a comma or a bracket, kubectl reads a dash as a string, and a colon as a part of its word.
 * YAML 1.2 (section 7.3.3) and js-yaml do not. So js-yaml gets a letter for such a character. The values come from the text
 * itself, so this letter is in none.
 */
export function yamlEvents(text: string): Event[] {
  const readable = text.replace(/[-:](?=[,[\]{}])/g, (character, offset: number) => {
    const before = text.charAt(offset - 1);
    const isText = character === '-' ? /[\s,:?[{]/.test(before) : /[^\s,?[\]{}"']/.test(before);
    return isText ? 'x' : character;
  });
  return parseEvents(readable, {});
}

/** True if the scalar has no quotes and no tag. The value of such a scalar depends on the parser. */
export function isPlain({ style, tagStart }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.PLAIN && tagStart < 0;
}

/** Returns the content of a scalar, without quotes and escapes. */
export function scalarText(text: string, scalar: ScalarEvent): string {
  return getScalarValue(text, scalar);
}

/** Returns the value of a plain scalar in YAML 1.2. */
export function plainValue(plain: string): unknown {
  return SCHEMA.resolveImplicitScalarTag(plain).value;
}

/** Returns the object key for a scalar key. */
export function keyText(text: string, scalar: ScalarEvent): string {
  const key = scalarText(text, scalar);
  return isPlain(scalar) ? String(plainValue(key)) : key;
}

/** True if the scalar is a merge key (`<<`). */
export function isMergeKey(text: string, scalar: ScalarEvent): boolean {
  return isPlain(scalar) && scalar.valueEnd - scalar.valueStart === 2 && text.startsWith('<<', scalar.valueStart);
}

/** Returns the offset of the node that starts with this event. Negative if the node is empty. */
export function eventStart(text: string, event: Event): number {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return scalarStart(text, event);
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
      return -1;
  }
}

// js-yaml reports the offset after an opening quote, and the first content line of a block scalar.
function scalarStart(text: string, { style, valueStart }: ScalarEvent): number {
  switch (style) {
    case SCALAR_STYLE.PLAIN:
      return valueStart;
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return valueStart - 1;
    case SCALAR_STYLE.LITERAL_BLOCK:
    case SCALAR_STYLE.FOLDED_BLOCK:
      return blockHeader(text, valueStart);
  }
}

function blockHeader(text: string, contentStart: number): number {
  const before = text.slice(Math.max(0, contentStart - 1000), contentStart);
  const header = /[|>][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)?$/.exec(before);
  return header === null ? contentStart : contentStart - before.length + header.index;
}
