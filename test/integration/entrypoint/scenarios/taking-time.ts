import { phase, script, type Scenario } from '../scenario.ts';
import { pause, write } from '../step.ts';
import { LOOP } from './loop.ts';

/** The effect of the time that a command takes. */
export const TAKING_TIME: readonly Scenario[] = [
  {
    name: 'in time',
    phases: [script('a', '-timeout 20s -post_file done', 'echo ran')],
  },
  {
    name: 'no limit',
    phases: [script('a', '-timeout 0s -post_file done', 'echo ran')],
  },
  {
    name: 'waiting is no part of it',
    phases: [script('a', '-timeout 1s -wait_file x -post_file done', 'echo ran')],
    steps: [pause(), write('x')],
  },
  {
    name: 'too long',
    phases: [
      phase('a', '-timeout 300ms -post_file a.done', ['sleep', '10']),
      script('b', '-wait_file a.done -post_file b.done', 'echo ran'),
    ],
    differs: ['too-long', 'skipped'],
  },
  {
    name: 'too long, with something to tidy up',
    phases: [script('a', '-timeout 1s -post_file done', `trap 'touch tidied; exit' TERM; ${LOOP}`)],
    differs: ['too-long', 'asked-first'],
  },
  {
    name: 'too long, with something that it has started',
    phases: [script('a', '-timeout 500ms -post_file done', '(sleep 1.5; touch survived) & wait')],
    steps: [pause(3000)],
    differs: ['too-long', 'none-left'],
  },
];
