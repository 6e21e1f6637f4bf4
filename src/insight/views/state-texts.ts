import type { BuildState } from './build-state.ts';
import type { BuilderState } from './builder-view.ts';
import type { ImageState, ImageView } from './image-view.ts';

/** A state of any object. */
export type AnyState = BuildState | ImageState | BuilderState;

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
export function stateWord({ kind }: Pick<AnyState, 'kind'>): string {
  return WORDS[kind];
}

/** How a state is judged, which decides its colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'info';

const TONES = {
  ready: 'good',
  succeeded: 'good',
  building: 'info',
  running: 'info',
  waiting: 'warn',
  queued: 'warn',
  outdated: 'warn',
  cancelled: 'warn',
  failed: 'bad',
  'not-ready': 'bad',
} as const satisfies Readonly<Record<AnyState['kind'], Tone>>;

/** Returns how a state is judged. */
export function stateTone({ kind }: Pick<AnyState, 'kind'>): Tone {
  return TONES[kind];
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
    case 'waiting':
      return state.reason;
    case 'queued':
      return state.reason === 'Queued' ? undefined : state.reason;
  }
}

/** Returns the reason for the state of an Image. Its Build knows more: the phase that runs, and why it failed. */
export function imageReason({ state, builds: [latestBuild] }: ImageView): string | undefined {
  const isAboutBuild = state.kind === 'building' || state.kind === 'failed';
  const ofBuild = isAboutBuild && latestBuild !== undefined ? stateReason(latestBuild.state) : undefined;
  return ofBuild ?? stateReason(state);
}
