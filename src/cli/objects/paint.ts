import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { stateTone, type AnyState, type Tone } from '../../insight/views/state-texts.ts';

/** Colours texts for a stream. */
export interface Paint {
  readonly state: (text: string, state: AnyState) => string;
  readonly title: (text: string) => string;
  readonly change: (text: string, change: Change) => string;
}

/** How a part of an image or configuration changed. */
export type Change = keyof typeof CHANGE_COLOURS;

/** Returns the colours for a stream. They are empty unless the stream is a terminal and NO_COLOR is not set. */
export function paintFor(stream: Writable): Paint {
  return {
    state: (text, state) => styleText(COLOURS[stateTone(state)], text, { stream }),
    title: (text) => styleText('bold', text, { stream }),
    change: (text, change) => styleText(CHANGE_COLOURS[change], text, { stream }),
  };
}

const COLOURS = { good: 'green', info: 'cyan', warn: 'yellow', bad: 'red' } as const satisfies Readonly<
  Record<Tone, string>
>;

const CHANGE_COLOURS = {
  added: 'green',
  removed: 'red',
  changed: 'yellow',
  updated: 'yellow',
  reused: 'dim',
} as const;
