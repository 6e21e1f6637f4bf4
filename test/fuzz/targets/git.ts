import * as fc from 'fast-check';
import { makeRedaction } from '../../../src/clients/http/redaction.ts';
import { parseGitAddress } from '../../../src/clients/git/address.ts';
import { fetchCommit, resolveRevision } from '../../../src/steps/prepare/git/fetch-commit.ts';
import { gitFailure } from '../../../src/clients/git/git-failure.ts';
import { lfsWarning } from '../../../src/steps/prepare/git/large-files.ts';
import { measureCommit } from '../../../src/steps/prepare/git/limits.ts';
import type { Git } from '../../../src/clients/git/run-git.ts';
import { updateSubmodules } from '../../../src/steps/prepare/git/submodules.ts';
import { PrepareError } from '../../../src/core/model/step-failures/step-error.ts';
import { type FuzzTarget, fuzzTarget } from '../fuzz-target.ts';
import { damagedText } from '../hostile/damaged-text.ts';
import { gitAnswers, type GitAnswer, type GitAnswers, PASSWORD } from '../hostile/git-answers.ts';
import { hostileText } from '../hostile/hostile-json.ts';
import { BrokenPromise, checkMessage, endingOf } from '../oracle.ts';

interface GitCase {
  readonly url: string;
  readonly revision: string;
  readonly answers: GitAnswers;
}

const cases: fc.Arbitrary<GitCase> = fc.record({
  url: fc.oneof(
    { weight: 6, arbitrary: fc.constant(`https://jane:${PASSWORD}@example.com/a.git`) },
    {
      weight: 1,
      arbitrary: damagedText(fc.constantFrom('git@example.com:a/b', 'ssh://git@[::1]:22/x', 'https://a.test/x')),
    },
    { weight: 1, arbitrary: hostileText },
  ),
  revision: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('main', 'v1', 'HEAD', 'c'.repeat(40), 'e'.repeat(7), 'refs/tags/v1') },
    { weight: 1, arbitrary: hostileText },
  ),
  answers: gitAnswers,
});

const ROOT = '/nowhere/source';
const SECRETS = [PASSWORD, Buffer.from(`jane:${PASSWORD}`).toString('base64')];

/** A git server chooses neither the folders nor the options of git, and its texts show no secret. */
export const GIT: FuzzTarget = fuzzTarget('git', cases, async ({ url, revision, answers }: GitCase) => {
  const redaction = makeRedaction();
  for (const secret of [PASSWORD, `jane:${PASSWORD}`]) redaction.addSecret(secret);
  const work = async (): Promise<void> => {
    const address = parseGitAddress(url);
    if (address.url.includes(PASSWORD)) throw new BrokenPromise(`the password in ${address.url}`);
    const git = hostileGit(answers, redaction.redact);
    const { target } = await resolveRevision(git, ROOT, address.url, revision);
    const commit = await fetchCommit(git, ROOT, target);
    await measureCommit(git, ROOT, commit, { bytes: 1_000_000, entries: 100 });
    await updateSubmodules(git, ROOT, async (directory, id) =>
      measureCommit(git, directory, id, { bytes: 1_000_000, entries: 100 }),
    );
    checkMessage((await lfsWarning(git, ROOT)) ?? '');
  };
  const ending = await endingOf(work, { codeOf, secrets: SECRETS });
  return ending.kind === 'value' ? 'value' : ending.code;
});

/** The output of an honest server. */
const RIGHT: Readonly<Partial<Record<string, string>>> = {
  'ls-remote': ['refs/heads/main', 'refs/tags/v1', 'HEAD'].map((name) => `${'c'.repeat(40)}\t${name}\n`).join(''),
  'rev-parse': `${'c'.repeat(40)}\n`,
};

/** Answers each command and checks its folder and its options. */
function hostileGit(answers: GitAnswers, redact: (text: string) => string): Git {
  const used = new Map<string, number>();
  return async (directory, args, onOutput) => {
    const [command = ''] = args;
    if (directory !== ROOT && !directory.startsWith(`${ROOT}/`))
      throw new BrokenPromise(`git ${command} in ${directory}`);
    // The last argument is the one that servers can influence. The options that stand there are taskpack's own.
    const last = args.at(-1) ?? '';
    if (last.startsWith('-') && last !== '-z' && !last.startsWith('--depth='))
      throw new BrokenPromise(`git ${args.join(' ')}`);
    const count = used.get(command) ?? 0;
    used.set(command, count + 1);
    const answer: GitAnswer = answers[command]?.[count] ?? { output: RIGHT[command] ?? '' };
    if (answer.errors !== undefined) throw gitFailure(answer.errors, redact);
    if (onOutput === undefined) return answer.output;
    for (let start = 0; start < answer.output.length; start += 7) onOutput(answer.output.slice(start, start + 7));
    return '';
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof PrepareError ? error.code : undefined;
}
