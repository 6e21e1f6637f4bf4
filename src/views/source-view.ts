import { objectAt, textAt } from '../model/json-field.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { parseUrl } from '../model/bounded-url.ts';
import { maskUrlLogins } from '../model/mask-url-logins.ts';

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
export function sourceView(source: JsonObject): SourceView {
  const { git, blob, registry } = source;
  if (isJsonObject(git)) return gitView(git, source);
  if (isJsonObject(blob)) {
    return { kind: 'blob', url: withoutCredentials(textAt(blob, 'url') ?? ''), ...subPathOf(blob, source) };
  }
  if (isJsonObject(registry)) {
    return { kind: 'registry', image: textAt(registry, 'image') ?? '', ...subPathOf(registry, source) };
  }
  return { kind: 'unknown' };
}

/** Returns the source that a SourceResolver has resolved, or `undefined`. */
export function resolvedSourceView(resolver: JsonObject): SourceView | undefined {
  const view = sourceView(objectAt(objectAt(resolver, 'status'), 'source'));
  return view.kind === 'unknown' ? undefined : view;
}

/** True if a git revision is the id of a commit (SHA-1 or SHA-256). */
export function isCommit(revision: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(revision);
}

/** Returns the first digits of a commit, as git shows it. Other revisions are returned unchanged. */
export function shortRevision(revision: string): string {
  return isCommit(revision) ? revision.slice(0, 7) : revision;
}

/** Shortens digests to the length that `docker images` shows. */
export function shortDigest(text: string): string {
  return text.replace(/(?<=\bsha256:[0-9a-f]{12})[0-9a-f]{52}\b/g, '');
}

function gitView(git: JsonObject, source: JsonObject): SourceView {
  const revision = textAt(git, 'revision') ?? '';
  return {
    kind: 'git',
    url: withoutCredentials(textAt(git, 'url') ?? ''),
    revision,
    ...(isCommit(revision) && { commit: revision }),
    ...subPathOf(git, source),
  };
}

/** A spec has the sub path beside the source, and the status of a SourceResolver has it within the source. */
function subPathOf(within: JsonObject, beside: JsonObject): { readonly subPath?: string } {
  const subPath = textAt(within, 'subPath') ?? textAt(beside, 'subPath');
  return subPath === undefined ? {} : { subPath };
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
