import * as fc from 'fast-check';
import { isCommitId, mayBeCommit } from '../../../src/core/model/git-revision.ts';
import type { SourceResolver } from '../../../src/core/api/kpack/source-resolver.ts';

/** The git servers and commits of the worlds. */
export interface Places {
  /** URLs of a repository that exists, one that does not, and one whose server is down. */
  readonly urls: readonly [exists: string, missing: string, down: string];
  readonly commit: string;
  readonly earlierCommit: string;
  readonly tagObject: string;
}

const NAMES = ['main', 'release/1', 'v1', 'light', 'gone', 'pull/7/head'];
const FULL_NAMES = ['refs/heads/main', 'refs/tags/v1', 'refs/pull/7/head', 'HEAD'];
const ABBREVIATED = 'deadbeef';

/** Returns SourceResolvers of every kind, with the statuses that taskpack or kpack may have written before. */
export function arbitraryResolver(places: Places): fc.Arbitrary<SourceResolver> {
  return fc
    .record({
      source: fc.oneof(
        { weight: 8, arbitrary: gitSources(places) },
        { weight: 1, arbitrary: BLOBS },
        { weight: 1, arbitrary: fc.constant({ registry: { image: 'registry.example/app' } }) },
      ),
      subPath: fc.option(fc.constant('web'), { nil: undefined }),
      isNever: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      before: fc.option(fc.record({ isCurrent: fc.boolean(), written: fc.constantFrom(...WRITTEN) }), {
        nil: undefined,
      }),
    })
    .map(({ source, subPath, isNever, before }) => {
      const spec = { serviceAccount: 'builder', source: { ...source, ...(subPath !== undefined && { subPath }) } };
      const resolver: SourceResolver = {
        apiVersion: 'kpack.io/v1alpha2',
        kind: 'SourceResolver',
        metadata: {
          name: 'app',
          namespace: 'team',
          generation: 2,
          ...(isNever && { annotations: { 'taskpack.dev/poll-interval': 'never' } }),
        },
        spec,
      };
      const status = before && statusBefore(resolver, before.written, before.isCurrent, places);
      return status === undefined ? resolver : { ...resolver, status };
    });
}

const BLOBS = fc.record({
  blob: fc.record(
    { url: fc.constant('https://blobs.example/app.zip'), auth: fc.constant('secret'), stripComponents: fc.nat(2) },
    { requiredKeys: ['url'] },
  ),
});

function gitSources({ urls, commit }: Places): fc.Arbitrary<Pick<SourceResolver['spec']['source'], 'git'>> {
  return fc.record({
    git: fc.record(
      {
        url: fc.oneof(
          { weight: 4, arbitrary: fc.constant(urls[0]) },
          { weight: 1, arbitrary: fc.constant(urls[1]) },
          { weight: 1, arbitrary: fc.constant(urls[2]) },
        ),
        revision: fc.constantFrom(...NAMES, ...FULL_NAMES, ABBREVIATED, commit),
        initializeSubmodules: fc.constant(true),
      },
      { requiredKeys: ['url', 'revision'] },
    ),
  });
}

/** The types of earlier statuses. `Unknown` is kpack's status after a server did not answer. */
const WRITTEN = ['Unknown', 'Branch', 'Tag', 'TagObject', 'Commit'] as const;

function statusBefore(
  { metadata, spec }: SourceResolver,
  written: (typeof WRITTEN)[number],
  isCurrent: boolean,
  { earlierCommit, tagObject }: Places,
): SourceResolver['status'] | undefined {
  const { git } = spec.source;
  if (git === undefined) return undefined;
  const type = typeBefore(git.revision, written);
  const revisions = { Unknown: git.revision, Branch: earlierCommit, Tag: earlierCommit, Commit: git.revision };
  const revision = written === 'TagObject' && type === 'Tag' ? tagObject : revisions[type];
  const { subPath } = spec.source;
  const source = { git: { ...git, revision, type, ...(subPath !== undefined && { subPath }) } };
  const polled = type === 'Branch' || type === 'Tag' ? 'True' : 'False';
  const conditions = [
    { type: 'Ready', status: 'True' },
    { type: 'ActivePolling', status: polled },
  ];
  return { observedGeneration: (metadata.generation ?? 0) - (isCurrent ? 0 : 1), conditions, source };
}

/** A full commit has no other type, and an abbreviated one can be the name of a deleted branch. No other name has that of a commit. */
function typeBefore(revision: string, written: (typeof WRITTEN)[number]): 'Unknown' | 'Branch' | 'Tag' | 'Commit' {
  if (isCommitId(revision) || (mayBeCommit(revision) && written === 'Unknown')) return 'Commit';
  if (written === 'TagObject' || (written === 'Commit' && !mayBeCommit(revision))) return 'Tag';
  return written;
}
