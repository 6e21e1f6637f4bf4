import { script, type Scenario } from '../scenario.ts';
import { pause, signal, signalUntil, untilThere, write } from '../step.ts';
import { LOOP } from './loop.ts';

const CAUGHT = ['HUP', 'INT', 'QUIT', 'ALRM', 'TERM', 'USR1', 'USR2', 'CONT', 'WINCH'] as const;
const CATCHES_ALL = CAUGHT.map((name) => `trap 'touch ${name}' ${name}`).join('; ');

/** The effect of signals that the entrypoint receives. */
export const SIGNALLING: readonly Scenario[] = [
  {
    name: 'the command catches them',
    phases: [script('a', '-post_file done', `${CATCHES_ALL}; ${LOOP}`)],
    steps: [untilThere('up'), ...CAUGHT.map((name) => signalUntil('a', `SIG${name}`, name)), write('end')],
  },
  {
    name: 'the command does not catch it',
    phases: [script('a', '-post_file done', LOOP)],
    steps: [untilThere('up'), signal('a', 'SIGTERM')],
    differs: ['death-by-signal'],
  },
  {
    name: 'what the command has started catches it, too',
    phases: [
      script('a', '-post_file done', `trap 'touch parent' USR1; (trap 'touch child' USR1; ${LOOP}) & wait; wait`),
    ],
    steps: [untilThere('up'), signalUntil('a', 'SIGUSR1', 'child'), untilThere('parent'), write('end')],
  },
  {
    name: 'SIGURG',
    phases: [script('a', '-post_file done', `trap 'touch URG' URG; ${LOOP}`)],
    steps: [untilThere('up'), signal('a', 'SIGURG'), pause(500), write('end')],
    differs: ['urgent'],
  },
  {
    name: 'one that ends nobody, while it waits',
    phases: [script('a', '-wait_file x -post_file done', 'echo ran')],
    steps: [pause(), signal('a', 'SIGUSR1'), pause(300), write('x')],
  },
  {
    name: 'SIGTERM while it waits',
    phases: [script('a', '-wait_file x -post_file done', 'echo ran')],
    steps: [pause(), signal('a', 'SIGTERM')],
    differs: ['ended-while-it-waits'],
  },
];
