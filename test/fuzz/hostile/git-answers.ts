import * as fc from 'fast-check';
import { damagedText } from './damaged-text.ts';
import { hostileText } from './hostile-json.ts';

/** The password in the URL of the repository. */
export const PASSWORD = 'password-of-the-repository';

/** The output of one git command. With `errors`, the command fails. */
export interface GitAnswer {
  readonly output: string;
  readonly errors?: string;
}

export type GitAnswers = Readonly<Partial<Record<string, readonly GitAnswer[]>>>;

const COMMIT = 'c'.repeat(40);

// oxfmt-ignore
const path = fc.oneof(
  fc.constantFrom('a', 'a/b', '../outside', '../../..', '/etc', '.git', '.git/hooks', 'a/../../outside', '-x', 'a\nb', '.', '', 'a/.git/b', 'n'.repeat(5_000)),
  hostileText,
);
const commit = fc.constantFrom(COMMIT, 'd'.repeat(64), 'e'.repeat(7), '', '-x', '--upload-pack=touch /tmp/x', '../x');
const refs = fc
  .array(
    fc.tuple(
      commit,
      fc.oneof(fc.constantFrom('HEAD', 'refs/heads/main', 'refs/tags/v1', 'refs/tags/v1^{}', 'main'), hostileText),
    ),
    { maxLength: 4 },
  )
  .map((lines) => lines.map(([id, name]) => `${id}\t${name}\n`).join(''));
const tree = fc
  .array(
    fc.tuple(
      fc.constantFrom('100644 blob', '160000 commit', '040000 tree', '120000 blob'),
      commit,
      fc.constantFrom('5', '-', '999999999', '-1', '9'.repeat(400)),
      path,
    ),
    { maxLength: 5 },
  )
  .map((entries) => entries.map(([kind, id, size, name]) => `${kind} ${id} ${size.padStart(7)}\t${name}\0`).join(''));
const index = fc
  .array(fc.tuple(fc.constantFrom('160000', '160000', '100644'), commit, path), { maxLength: 3 })
  .map((entries) => entries.map(([mode, id, name]) => `${mode} ${id} 0\t${name}\0`).join(''));
const keys = fc.array(path, { maxLength: 3 }).map((names) => names.map((name) => `submodule.${name}.url\0`).join(''));

const errors = fc.oneof(
  damagedText(
    fc.constantFrom(
      'fatal: Authentication failed for https://x/\n',
      "fatal: couldn't find remote ref main\n",
      `remote: hello ${PASSWORD}\nfatal: unable to access 'https://jane:${PASSWORD}@x.test/': returned error: 403\n`,
      `remote: ${Buffer.from(`jane:${PASSWORD}`).toString('base64')}\n`,
      'error: index-pack died of signal 9\n',
      'fatal: the remote end hung up unexpectedly\n',
      'fatal: No space left on device\n',
      `remote: \u001b[2J\u001b]0;title\u0007\nfatal: ${'e'.repeat(20_000)}\n`,
      'error: Server does not allow request for unadvertised object\n',
      'fatal: attempt to fetch/clone from a shallow repository\n',
    ),
  ),
  hostileText,
);

function answerOf(output: fc.Arbitrary<string>): fc.Arbitrary<readonly GitAnswer[]> {
  const failure = fc.record({ output: fc.constant(''), errors });
  const success = fc.oneof(output, damagedText(output)).map((text) => ({ output: text }));
  return fc.array(fc.oneof({ weight: 4, arbitrary: success }, { weight: 1, arbitrary: failure }), { maxLength: 4 });
}

/** Answers to the first commands of each kind. Later commands print what an honest server's would. */
export const gitAnswers: fc.Arbitrary<GitAnswers> = fc.record(
  {
    'ls-remote': answerOf(refs),
    fetch: answerOf(fc.constant('')),
    'rev-parse': answerOf(commit),
    'ls-tree': answerOf(tree),
    'ls-files': answerOf(index),
    config: answerOf(keys),
    submodule: answerOf(fc.constant('')),
    checkout: answerOf(fc.constant('')),
  },
  { requiredKeys: [] },
);
