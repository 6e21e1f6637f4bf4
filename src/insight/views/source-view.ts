import { defined } from '../../core/model/defined.ts';
import type { Source } from '../../core/model/objects/source.ts';
import type { SourceResolver } from '../../core/model/objects/image.ts';
import { isCommitId } from '../../core/model/git-revision.ts';
import { parseUrl } from '../../core/model/bounded-url.ts';
import { maskUrlLogins } from '../../core/model/mask-url-logins.ts';

/** The source of an application. */
export type SourceView =
  | {
      readonly kind: 'git';
      readonly url: string;
      /** A branch, tag or commit, as the spec has it. */
      readonly revision: string;
      /** The commit, if it is known. */
      readonly commit?: string;
      readonly subPath?: string;
    }
  | { readonly kind: 'blob'; readonly url: string; readonly subPath?: string }
  | { readonly kind: 'registry'; readonly image: string; readonly subPath?: string }
  | { readonly kind: 'unknown' };

/** Returns the source of a Build, Image or SourceResolver. Credentials in URLs are left out. */
export function sourceView(source: Source): SourceView {
  const { git, blob, registry } = source;
  if (git !== undefined) return gitView(git, source);
  if (blob !== undefined) {
    return { kind: 'blob', url: withoutCredentials(blob.url ?? ''), ...subPathOf(blob, source) };
  }
  if (registry !== undefined) {
    return { kind: 'registry', image: registry.image ?? '', ...subPathOf(registry, source) };
  }
  return { kind: 'unknown' };
}

/** Returns the source that a SourceResolver has resolved, or `undefined`. */
export function resolvedSourceView(resolver: SourceResolver): SourceView | undefined {
  const view = sourceView(resolver.status.source);
  return view.kind === 'unknown' ? undefined : view;
}

/** Returns the first digits of a commit, as git shows it. Other revisions are returned unchanged. */
export function shortRevision(revision: string): string {
  return isCommitId(revision) ? revision.slice(0, 7) : revision;
}

/** Shortens digests to the length that `docker images` shows. */
export function shortDigest(text: string): string {
  return text.replace(/(?<=\bsha256:[0-9a-f]{12})[0-9a-f]{52}\b/g, '');
}

function gitView(git: NonNullable<Source['git']>, source: Source): SourceView {
  const { revision = '' } = git;
  return {
    kind: 'git',
    url: withoutCredentials(git.url ?? ''),
    revision,
    ...(isCommitId(revision) && { commit: revision }),
    ...subPathOf(git, source),
  };
}

/** A spec has the sub path beside the source, and the status of a SourceResolver has it within the source. */
function subPathOf(within: Pick<Source, 'subPath'>, beside: Source): { readonly subPath?: string } {
  return defined({ subPath: within.subPath ?? beside.subPath });
}

/** Returns the URL without user and password, because views are kept and shared. The user of an SSH URL is not a secret. */
function withoutCredentials(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return maskUrlLogins(text);
  if (url.username === '' && url.password === '') return text;
  url.password = '';
  if (url.protocol !== 'ssh:') url.username = '';
  return url.href;
}

/** Returns the source as lines: the address, and the revision. */
export function sourceLines(source: SourceView): readonly string[] {
  const subPath = source.kind === 'unknown' || source.subPath === undefined ? [] : [`sub path ${source.subPath}`];
  switch (source.kind) {
    case 'git':
      return [
        source.url,
        [source.commit === undefined ? `revision ${source.revision}` : `commit ${source.commit}`, ...subPath].join(
          ', ',
        ),
      ];
    case 'blob':
      return [source.url, ...subPath];
    case 'registry':
      return [source.image, ...subPath];
    case 'unknown':
      return [];
  }
}
