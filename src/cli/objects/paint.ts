import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { BuildState } from '../../views/build-state.ts';
import type { BuilderState } from '../../views/builder-view.ts';
import type { ImageState } from '../../views/image-view.ts';

/** A state of any object. */
export type AnyState = BuildState | ImageState | BuilderState;

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
    state: (text, { kind }) => styleText(COLOURS[kind], text, { stream }),
    title: (text) => styleText('bold', text, { stream }),
    change: (text, change) => styleText(CHANGE_COLOURS[change], text, { stream }),
  };
}

const COLOURS = {
  ready: 'green',
  succeeded: 'green',
  building: 'cyan',
  running: 'cyan',
  waiting: 'yellow',
  queued: 'yellow',
  outdated: 'yellow',
  cancelled: 'yellow',
  failed: 'red',
  'not-ready': 'red',
} as const satisfies Readonly<Record<AnyState['kind'], string>>;

const CHANGE_COLOURS = {
  added: 'green',
  removed: 'red',
  changed: 'yellow',
  updated: 'yellow',
  reused: 'dim',
} as const;

const WORDS = {
  ready: 'Ready',
  succeeded: 'Succeeded',
  building: 'Building',
  running: 'Running',
  waiting: 'Waiting',
  queued: 'Queued',
  outdated: 'Outdated',
  cancelled: 'Cancelled',
  failed: 'Failed',
  'not-ready': 'NotReady',
} as const satisfies Readonly<Record<AnyState['kind'], string>>;

/** Returns the word for a state. */
export function stateWord({ kind }: AnyState): string {
  return WORDS[kind];
}

/** Returns the most specific reason for a state: the phase that runs, the reason of a failure, or that of the condition. */
export function stateReason(state: AnyState): string | undefined {
  switch (state.kind) {
    case 'succeeded':
    case 'ready':
    case 'cancelled':
      return undefined;
    case 'failed':
      return 'failure' in state ? state.failure.reason : state.reason;
    case 'running':
      return state.reason ?? state.phase;
    case 'building':
    case 'not-ready':
    case 'outdated':
    case 'queued':
    case 'waiting':
      return state.reason;
  }
}
