import { script, type Scenario } from '../scenario.ts';

/** The syntax of flags and the command. */
export const FLAGS: readonly Scenario[] = [
  {
    name: 'with two dashes, and with values after a sign',
    phases: [{ name: 'a', words: ['--post_file=done', '--entrypoint=echo', '--', 'ran'] }],
  },
  {
    name: 'the command after the dashes instead of by a flag',
    phases: [{ name: 'a', words: ['-post_file', 'done', '--', 'echo', 'ran'] }],
    differs: ['command-after-dashes'],
  },
  {
    name: 'arguments without dashes before them',
    phases: [{ name: 'a', words: ['-post_file', 'done', '-entrypoint', 'echo', 'ran'] }],
    differs: ['arguments-without-dashes'],
  },
  {
    name: 'a flag that there is not',
    phases: [script('a', '-post_file done -no_such_flag', 'echo ran')],
    differs: ['wrong-flags'],
  },
  {
    name: 'a switch that is neither true nor false',
    phases: [script('a', '-post_file done -wait_file_content=perhaps', 'echo ran')],
    differs: ['wrong-flags'],
  },
  {
    name: 'a switch that is 1',
    phases: [script('a', '-post_file done -wait_file_content=1', 'echo ran')],
    differs: ['strict-values'],
  },
  {
    name: 'on_error with a word of its own',
    phases: [script('a', '-post_file done -on_error sometimes', 'echo ran')],
    differs: ['strict-values'],
  },
  {
    name: 'a time below zero',
    phases: [script('a', '-timeout -1s -post_file done', 'echo ran')],
    differs: ['negative-time'],
  },
];
