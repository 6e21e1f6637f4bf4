import { phase, script, type Scenario } from '../scenario.ts';
import { untilThere } from '../step.ts';

/** The command's standard streams. */
export const STREAMING: readonly Scenario[] = [
  {
    name: 'standard output',
    phases: [script('a', '', 'seq 1 50000; printf "no newline at the end"')],
  },
  {
    name: 'standard error',
    phases: [script('a', '', '{ seq 1 50000; printf "no newline at the end"; } >&2')],
  },
  {
    name: 'standard input',
    phases: [{ ...phase('a', '', ['cat']), stdin: 'typed in\n' }],
    differs: ['standard-input'],
  },
  {
    name: 'what the command leaves running is not waited for',
    phases: [script('a', '-post_file done', '(sleep 0.5; touch later) &')],
    steps: [untilThere('later')],
  },
];
