import { EVENT_ID, type Event } from 'js-yaml';
import type { SyntaxProblem } from './syntax-problem.ts';
import type { YamlText } from './yaml-events.ts';

/** The maximum number of values in a document, with its aliases expanded. */
const MAX_VALUES = 1_000_000;

interface Frame {
  readonly anchor: string | undefined;
  size: number;
}

/** Returns a problem if an alias makes its document too large or recursive, else `undefined`. */
export function harmfulAlias({ text, events }: YamlText): SyntaxProblem | undefined {
  let sizes = new Map<string, number>();
  const frames: Frame[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      sizes = new Map();
    }
    if (event.type === EVENT_ID.POP) {
      const frame = frames.pop();
      if (frame !== undefined) add(frames, sizes, frame.anchor, frame.size);
    } else if (event.type === EVENT_ID.SCALAR) {
      add(frames, sizes, anchorOf(text, event), 1);
    } else if (event.type === EVENT_ID.ALIAS) {
      // js-yaml reports an alias without an anchor later, when it constructs the values.
      const size = sizes.get(text.slice(event.anchorStart, event.anchorEnd)) ?? 0;
      add(frames, sizes, undefined, size);
      const total = frames.reduce((sum, frame) => sum + frame.size, 0);
      if (total > MAX_VALUES) return { offset: event.anchorStart - 1, message: harm(size) };
    } else {
      const anchor = anchorOf(text, event);
      // Until this collection ends, an alias to its anchor is recursive.
      if (anchor !== undefined) sizes.set(anchor, Infinity);
      frames.push({ anchor, size: 1 });
    }
  }
  return undefined;
}

function harm(size: number): string {
  return size === Infinity
    ? 'this alias refers to a value that contains the alias; copy the value instead'
    : 'this alias makes the document too large; use fewer aliases';
}

function add(frames: readonly Frame[], sizes: Map<string, number>, anchor: string | undefined, size: number): void {
  const parent = frames.at(-1);
  if (parent !== undefined) parent.size += size;
  if (anchor !== undefined) sizes.set(anchor, size);
}

function anchorOf(text: string, event: Event): string | undefined {
  return 'anchorStart' in event && event.anchorStart >= 0 ? text.slice(event.anchorStart, event.anchorEnd) : undefined;
}
