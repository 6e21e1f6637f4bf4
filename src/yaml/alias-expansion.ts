import { EVENT_ID, type Event } from 'js-yaml';
import type { SyntaxProblem } from './syntax-problem.ts';
import type { YamlText } from './yaml-text.ts';

/** More than any file needs, and little enough to be walked over. */
const MOST_VALUES = 1_000_000;

interface Frame {
  readonly anchor: string | undefined;
  size: number;
}

/** An alias that makes its document too large or endless; `undefined` if all are harmless. */
export function harmfulAlias({ text, events }: YamlText): SyntaxProblem | undefined {
  let sizes = new Map<string, number>();
  const frames: Frame[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) sizes = new Map();
    if (event.type === EVENT_ID.POP) close(frames, sizes);
    else if (event.type === EVENT_ID.SCALAR) add(frames, sizes, anchorOf(text, event), 1);
    else if (event.type === EVENT_ID.ALIAS) {
      // An alias to what does not exist is reported when the values are made.
      const size = sizes.get(text.slice(event.anchorStart, event.anchorEnd)) ?? 0;
      add(frames, sizes, undefined, size);
      if (total(frames) > MOST_VALUES) return { offset: event.anchorStart - 1, message: harm(size) };
    } else {
      const anchor = anchorOf(text, event);
      // Until it is complete, whatever refers to it contains itself.
      if (anchor !== undefined) sizes.set(anchor, Infinity);
      frames.push({ anchor, size: 1 });
    }
  }
  return undefined;
}

function harm(size: number): string {
  return size === Infinity ? 'this alias refers to what it is part of' : 'this alias makes the document too large';
}

function total(frames: readonly Frame[]): number {
  return frames.reduce((sum, { size }) => sum + size, 0);
}

function close(frames: Frame[], sizes: Map<string, number>): void {
  const frame = frames.pop();
  if (frame !== undefined) add(frames, sizes, frame.anchor, frame.size);
}

function add(frames: readonly Frame[], sizes: Map<string, number>, anchor: string | undefined, size: number): void {
  const parent = frames.at(-1);
  if (parent !== undefined) parent.size += size;
  if (anchor !== undefined) sizes.set(anchor, size);
}

function anchorOf(text: string, event: Event): string | undefined {
  return 'anchorStart' in event && event.anchorStart >= 0 ? text.slice(event.anchorStart, event.anchorEnd) : undefined;
}
