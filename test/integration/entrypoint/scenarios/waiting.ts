import { phase, script, type Scenario } from '../scenario.ts';
import { noteOf, pause, untilThere, write } from '../step.ts';

const AN_END = 'echo $0 >>order; sleep 0.2; echo "$0 ends" >>order';

/** The conditions under which the command starts. */
export const WAITING: readonly Scenario[] = [
  {
    name: 'a chain runs in order, whoever was started first',
    phases: [
      phase('a', '-post_file a.done', ['sh', '-c', AN_END, 'a']),
      phase('b', '-wait_file a.done -post_file b.done', ['sh', '-c', AN_END, 'b']),
      phase('c', '-wait_file b.done -post_file c.done', ['sh', '-c', AN_END, 'c']),
    ],
    shows: ['order'],
  },
  {
    name: 'two wait for one mark',
    phases: [
      script('a', '-post_file a.done', 'sleep 0.2'),
      script('b', '-wait_file a.done', 'echo b'),
      script('c', '-wait_file a.done', 'echo c'),
    ],
  },
  {
    name: 'what is waited for is there already',
    files: { x: '', y: 'some' },
    phases: [script('a', '-wait_file x,y -post_file done', 'echo ran')],
  },
  {
    name: 'all files of a list are waited for',
    files: { x: '' },
    phases: [script('a', '-wait_file x,y,z -post_file done', 'echo ran >ran')],
    steps: [pause(), write('z'), pause(), noteOf('ran'), write('y')],
  },
  {
    name: 'nothing between commas is no file',
    files: { x: '' },
    phases: [script('a', '-wait_file ,x, -post_file done', 'echo ran')],
  },
  {
    name: 'an empty list is no wait',
    phases: [script('a', '-wait_file= -post_file done', 'echo ran')],
  },
  {
    name: 'a flag that comes twice',
    files: { y: '' },
    phases: [script('a', '-wait_file x -wait_file y -post_file done', 'echo ran >ran')],
    steps: [pause(), noteOf('ran'), write('x')],
    differs: ['repeated-wait-file'],
  },
  {
    name: 'a file in a folder that is not there yet',
    phases: [script('a', '-wait_file later/x -post_file done', 'echo ran >ran')],
    steps: [pause(), noteOf('ran'), write('later/x')],
  },
  {
    name: 'a folder is as good as a file',
    phases: [script('a', '-wait_file x -post_file done', 'echo ran >ran')],
    steps: [pause(), noteOf('ran'), write('x/y')],
  },
  {
    name: 'content is waited for',
    files: { x: '' },
    phases: [script('a', '-wait_file x -wait_file_content -post_file done', 'echo ran >ran')],
    steps: [pause(), noteOf('ran'), write('x', 'READY'), untilThere('ran')],
  },
  {
    name: 'content is there already',
    files: { x: 'READY' },
    phases: [script('a', '-wait_file x -wait_file_content -post_file done', 'echo ran')],
  },
  {
    name: 'content is not waited for',
    files: { x: '' },
    phases: [script('a', '-wait_file x -wait_file_content=false', 'echo ran')],
  },
  {
    name: 'content of every file of a list is waited for',
    files: { x: 'READY', y: '' },
    phases: [script('a', '-wait_file x,y -wait_file_content', 'echo ran >ran')],
    steps: [pause(), noteOf('ran'), write('y', 'READY')],
  },
  {
    name: 'what cannot be waited for',
    files: { x: '' },
    phases: [script('a', '-wait_file x/y -post_file done', 'echo ran')],
    differs: ['impossible-wait'],
  },
  {
    name: 'no longer than some time',
    phases: [script('a', '-wait_timeout 100ms -wait_file x -post_file done', 'echo ran')],
    differs: ['wait-timeout'],
  },
];
