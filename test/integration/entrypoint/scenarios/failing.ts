import { phase, script, type Scenario } from '../scenario.ts';
import { noteOf, pause, write } from '../step.ts';

const EXIT_CODES = [0, 1, 2, 77, 121, 127, 255];

/** The effect of a failure on its phase and on later phases. */
export const FAILING: readonly Scenario[] = [
  ...EXIT_CODES.map((code) => ({
    name: `the command ends with ${code}`,
    phases: [script('a', '-post_file done', `exit ${code}`)],
  })),
  {
    name: 'without a mark',
    phases: [script('a', '', 'exit 3'), script('b', '', 'exit 0')],
  },
  {
    name: 'all behind a failure are skipped',
    phases: [
      script('a', '-post_file a.done', 'sleep 0.1; exit 3'),
      script('b', '-wait_file a.done -post_file b.done', 'echo ran >ran'),
      script('c', '-wait_file b.done -post_file c.done', 'echo ran >ran'),
    ],
    differs: ['skipped'],
  },
  {
    name: 'a failure is there already',
    files: { 'x.err': '' },
    phases: [script('a', '-wait_file x -post_file done', 'echo ran >ran')],
    differs: ['skipped'],
  },
  {
    name: 'a failure beside a file without content',
    files: { x: '', 'x.err': '' },
    phases: [script('a', '-wait_file x -wait_file_content -post_file done', 'echo ran >ran')],
    differs: ['skipped'],
  },
  {
    name: 'a success beside a failure',
    files: { x: '', 'x.err': '' },
    phases: [script('a', '-wait_file x -post_file done', 'echo ran >ran')],
  },
  {
    name: 'the second of a list has failed, the first is not there yet',
    files: { 'y.err': '' },
    phases: [script('a', '-wait_file x,y -post_file done', 'echo ran >ran')],
    steps: [pause(), noteOf('done.err'), write('x')],
    differs: ['skipped', 'skipped-at-once'],
  },
  {
    name: 'continue: a failure is none',
    phases: [
      script('a', '-on_error continue -post_file a.done', 'echo fails; exit 3'),
      script('b', '-wait_file a.done -post_file b.done', 'echo ran'),
    ],
  },
  {
    name: 'continue: death by a signal is none',
    phases: [script('a', '-on_error continue -post_file done', 'kill -TERM $$')],
  },
  {
    name: 'continue: a skip stays one',
    files: { 'x.err': '' },
    phases: [script('a', '-on_error continue -wait_file x -post_file done', 'echo ran')],
    differs: ['skipped'],
  },
  {
    name: 'continue: a command that is not found stays one',
    phases: [phase('a', '-on_error continue -post_file done', ['no-such-command'])],
    differs: ['not-found'],
  },
  {
    name: 'continue: too long stays too long',
    phases: [phase('a', '-on_error continue -timeout 300ms -post_file done', ['sleep', '10'])],
    differs: ['too-long'],
  },
  {
    name: 'stopAndFail',
    phases: [script('a', '-on_error stopAndFail -post_file done', 'exit 3')],
  },
  {
    name: 'the command dies by a signal',
    phases: [script('a', '-post_file done', 'kill -TERM $$')],
    differs: ['death-by-signal'],
  },
];
