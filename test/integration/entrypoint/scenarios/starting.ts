import { phase, script, type Scenario } from '../scenario.ts';

const PECULIAR = [
  '',
  ' ',
  '--',
  '-post_file=other',
  'two\nlines',
  '$HOME $(HOME) ${HOME} `ls` *',
  `"'\\`,
  'größe',
  '-',
];

/** The command that the entrypoint runs, and its arguments. */
export const STARTING: readonly Scenario[] = [
  {
    name: 'its arguments, and the name that it is called by',
    phases: [phase('a', '-post_file done', ['sh', '-c', 'cat /proc/$$/cmdline', ...PECULIAR])],
  },
  {
    name: "an argument in the words of Tekton's results",
    phases: [phase('a', '-post_file done', ['echo', '$(steps.build.results.digest)'])],
    differs: ['results-in-arguments'],
  },
  {
    name: 'its environment',
    phases: [{ ...phase('a', '', ['env', '-0']), environment: { EMPTY: '', PECULIAR: PECULIAR.join('|') } }],
  },
  {
    name: 'its directory, and a process group of its own',
    files: { 'a file': '' },
    phases: [script('a', '', 'ls; read -r _ _ _ _ group _ </proc/$$/stat; [ "$group" = $$ ] && echo leads')],
  },
  {
    name: 'a path instead of a name',
    files: { 'a script': '#!/bin/sh\necho "$@"\n' },
    phases: [phase('a', '-post_file done', ['./a script', 'x y'])],
  },
  {
    name: 'a name that only the directory has, where PATH says so',
    files: { 'a-script': '#!/bin/sh\necho ran\n' },
    phases: [{ ...phase('a', '-post_file done', ['a-script']), environment: { PATH: '/nonexistent:.' } }],
    differs: ['found-in-the-directory'],
  },
  {
    name: 'a name that is nowhere',
    phases: [phase('a', '-post_file done', ['no-such-command'])],
    differs: ['not-found'],
  },
  {
    name: 'a path that leads nowhere',
    phases: [phase('a', '-post_file done', ['./no-such-command'])],
    differs: ['not-found'],
  },
  {
    name: 'an interpreter that is nowhere',
    files: { 'a-script': '#!/no/such/interpreter\n' },
    phases: [phase('a', '-post_file done', ['./a-script'])],
    differs: ['not-found'],
  },
  {
    name: 'a folder instead of a program',
    phases: [phase('a', '-post_file done', ['/'])],
    differs: ['not-executable'],
  },
  {
    name: 'text instead of a program',
    files: { text: 'text\n' },
    phases: [phase('a', '-post_file done', ['./text'])],
    differs: ['not-executable'],
  },
];
