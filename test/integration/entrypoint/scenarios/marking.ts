import { script, type Scenario } from '../scenario.ts';

const SAYS_WHETHER_EMPTY = 'if [ -s a.done ]; then echo a line; else echo empty; fi';

/** The marks that a phase leaves for later phases. */
export const MARKING: readonly Scenario[] = [
  {
    name: 'what a mark holds',
    phases: [script('a', '-post_file a.done', ''), script('b', '-wait_file a.done', SAYS_WHETHER_EMPTY)],
    differs: ['mark-content'],
  },
  {
    name: 'a mark from before',
    files: { done: '' },
    phases: [script('a', '-post_file done', 'exit 3')],
  },
  {
    name: 'a mark of failure from before',
    files: { 'done.err': '' },
    phases: [script('a', '-post_file done', 'exit 0')],
  },
  {
    name: 'a mark in a folder that is not there',
    phases: [script('a', '-post_file folder/done', 'echo ran')],
    differs: ['folder-of-the-mark'],
  },
  {
    name: 'a mark in what is no folder',
    files: { x: '' },
    phases: [script('a', '-post_file x/done', 'echo ran')],
    differs: ['unwritable-mark'],
  },
  {
    name: 'the message of a command that leaves none',
    phases: [script('a', '', 'exit 3')],
    shows: ['../a/message'],
    differs: ['no-message'],
  },
  {
    name: 'the message of a command that leaves one and takes too long',
    phases: [script('a', '-timeout 1s', 'printf "last words" >../a/message; exec sleep 10')],
    shows: ['../a/message'],
    differs: ['too-long', 'message-kept'],
  },
  {
    name: 'the message of a phase that is skipped',
    files: { 'x.err': '' },
    phases: [script('a', '-wait_file x', 'echo ran')],
    shows: ['../a/message'],
    differs: ['skipped', 'message-is-a-sentence'],
  },
];
