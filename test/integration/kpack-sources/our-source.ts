import type { SourceResolver } from '../../../src/core/api/kpack/source-resolver.ts';
import { sourceStatus, unlessLost } from '../../../src/controller/sources/resolvers/source-status.ts';
import { wantedSource } from '../../../src/controller/sources/resolvers/wanted-source.ts';
import type { RevisionAnswer } from '../../../src/controller/sources/git-access/watched-repository.ts';
import { GitError } from '../../../src/clients/git/references/git-error.ts';
import { listOverHttp } from '../../../src/clients/git/references/http/list-references.ts';
import type { GitHttp } from '../../../src/clients/git/references/http/send.ts';
import { resolveRevision, unknownRevision } from '../../../src/clients/git/references/revision.ts';
import { candidateNames } from '../../../src/core/model/git-revision.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { parseGitAddress } from '../../../src/clients/git/address.ts';

/** The answer of the git server, and the status that taskpack writes. */
export interface OurSource {
  readonly answer: RevisionAnswer;
  readonly status: JsonObject;
}

/** Returns the status that taskpack's controller writes. It asks the git server as the controller does. */
export async function ourSource(resolver: SourceResolver, http: GitHttp): Promise<OurSource> {
  const wanted = wantedSource(resolver, 60_000);
  // Without a push, the controller does not ask for a known revision that is never polled.
  const isAsked = wanted.kind === 'git' && wanted.wanted.isOnlyOnPush !== true;
  const answer: RevisionAnswer = isAsked ? unlessLost(resolver, await ask(resolver, http)) : { kind: 'pending' };
  const status = sourceStatus(resolver, wanted, answer, 0);
  if (status === undefined) throw new Error('the answer is there, but not the status');
  return { answer, status };
}

async function ask({ spec }: SourceResolver, http: GitHttp): Promise<RevisionAnswer> {
  const { url = '', revision = '' } = spec.source.git ?? {};
  try {
    const question = { address: parseGitAddress(url), credentials: [], names: candidateNames(revision) };
    const references = await listOverHttp(http, question, new AbortController().signal);
    const resolved = resolveRevision(revision, references);
    if (resolved !== undefined) return { kind: 'resolved', revision: resolved };
    return { kind: 'failed', reason: 'RevisionNotFound', message: unknownRevision(revision) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { kind: 'failed', reason: error.reason, message: error.message };
  }
}
