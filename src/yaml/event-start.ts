import { EVENT_ID, SCALAR_STYLE, type Event, type ScalarEvent } from 'js-yaml';

/** Where the node that begins with this event is written; negative where nothing is. */
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

// The parser points behind an opening quote, and at the first line of a block.
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
