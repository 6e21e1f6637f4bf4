import type { Scenario } from '../scenario.ts';
import { FAILING } from './failing.ts';
import { FLAGS } from './flags.ts';
import { MARKING } from './marking.ts';
import { SIGNALLING } from './signalling.ts';
import { STARTING } from './starting.ts';
import { STREAMING } from './streaming.ts';
import { TAKING_TIME } from './taking-time.ts';
import { WAITING } from './waiting.ts';

/** All scenarios, by topic. */
export const SCENARIOS: Readonly<Record<string, readonly Scenario[]>> = {
  waiting: WAITING,
  flags: FLAGS,
  'the command': STARTING,
  'its streams': STREAMING,
  'its time': TAKING_TIME,
  signals: SIGNALLING,
  failures: FAILING,
  'marks and messages': MARKING,
};
