import { findKind } from '../core/api/find-kind.ts';
import { readHeader } from '../core/api/header.ts';
import { SUPPORTED_KINDS } from '../core/api/kinds.ts';
import { lookup } from '../core/api/reading/lookup.ts';
import { boundedNames } from '../core/model/bounded-messages.ts';
import type { SourceDocument } from '../core/model/document.ts';
import { fieldWarning, type Problem } from '../core/model/problem.ts';
import { basename, dirname, join, normalize } from 'node:path';
import { counted } from '../core/model/counted.ts';

/** The most names that the summary lists. */
const MAX_NAMES = 5;

/** The documents of a repository that taskpack may need, and one problem that summarizes the others. */
export interface OwnDocuments {
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly Problem[];
}

/**
 * Leaves out the documents that are not Kubernetes objects, such as the values of a Helm chart, because a repository holds
 * many such documents. Leaves out the patches of Kustomize, because they are parts of objects. Objects of foreign kinds stay,
 * because Builds can refer to them, but the summary counts these objects. It also counts `unparsedFiles`, which hold no object.
 */
export function withoutForeignDocuments(
  read: readonly SourceDocument[],
  unparsedFiles: readonly string[],
): OwnDocuments {
  const files = patchFiles(read);
  const patches = read.filter((document) => isIn(files, document));
  const documents = read.filter((document) => !isIn(files, document));
  const skipped = documents.filter(isForeign);
  const kinds = documents.flatMap(foreignKind);
  const parts = [
    ...(patches.length === 0 ? [] : [`${patches.length} of Kustomize's patches${placesOf(patches)}`]),
    ...(unparsedFiles.length === 0
      ? []
      : [
          `${counted(unparsedFiles.length, 'file')} without apiVersion that cannot be parsed (${shortList(unparsedFiles)})`,
        ]),
    ...(skipped.length === 0
      ? []
      : [`${counted(skipped.length, 'document')} without apiVersion and kind${placesOf(skipped)}`]),
    ...(kinds.length === 0 ? [] : [`${counted(kinds.length, 'object')} of other kinds (${shortList(kinds)})`]),
  ];
  return {
    documents: documents.filter((document) => !isForeign(document)),
    problems: parts.length === 0 ? [] : [fieldWarning([], `-R: skipped ${parts.join(', and ')}`)],
  };
}

/** A template can get its apiVersion from another file. */
const WORDS_OF_OBJECTS = /apiVersion|kpack\.io|taskpack\.dev|tekton\.dev|\{\{/i;

/** True if a text that cannot be parsed may hold an object that taskpack needs, unlike a settings file with comments. */
export function mayHoldObject(text: string): boolean {
  const kinds = SUPPORTED_KINDS.map(({ kind }) => kind).join('|');
  return WORDS_OF_OBJECTS.test(text) || new RegExp(`\\bkind["']?\\s*:\\s*["']?(?:${kinds})\\b`).test(text);
}

const OWN_GROUPS = /^(?:kpack\.io|taskpack\.dev|tekton\.dev)(?:\/|$)/;

/** True if the document has no type, and looks like none of taskpack's kinds whose type was forgotten. */
function isForeign({ value }: SourceDocument): boolean {
  if ('kind' in readHeader(value)) return false;
  const kind = lookup(value, ['kind']);
  const apiVersion = lookup(value, ['apiVersion']);
  const isOwn = typeof apiVersion === 'string' && OWN_GROUPS.test(apiVersion);
  return !isOwn && !SUPPORTED_KINDS.some((supported) => supported.kind === kind);
}

/** Returns the kind of an object that taskpack ignores, unless it is a list or describes a service that Builds can bind. */
function foreignKind({ value }: SourceDocument): readonly string[] {
  const header = readHeader(value);
  if (!('kind' in header) || header.group === 'tekton.dev' || findKind(header).kind !== 'ignored') return [];
  const isBindable = lookup(value, ['status', 'binding']) !== undefined;
  return isBindable || lookup(value, ['items']) !== undefined ? [] : [nameOf(header)];
}

/** Names the group of a kind whose name is also that of a kind of taskpack: a Build of Shipwright is not one of kpack. */
function nameOf({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return SUPPORTED_KINDS.some((supported) => supported.kind === kind) ? `${kind} of ${group}` : kind;
}

function placesOf(documents: readonly SourceDocument[]): string {
  const files = documents.flatMap(({ locate }) => locate?.([]).file ?? []);
  return files.length === 0 ? '' : ` (in ${shortList(files)})`;
}

function shortList(names: readonly string[]): string {
  return boundedNames([...new Set(names)].toSorted(), MAX_NAMES);
}

const KUSTOMIZATION = /^kustomization\.ya?ml$/;

/** Returns the files that a kustomization names as patches. Their documents have only the fields that they change. */
function patchFiles(documents: readonly SourceDocument[]): ReadonlySet<string> {
  const kustomizations = documents.filter((document) => KUSTOMIZATION.test(basename(fileOf(document) ?? '')));
  const filesIn = (fields: readonly string[]): readonly string[] =>
    kustomizations.flatMap(({ value, locate }) => {
      const directory = dirname(locate?.([]).file ?? '');
      return fields.flatMap((field) => pathsIn(lookup(value, [field]))).map((path) => join(directory, path));
    });
  const resources = new Set(filesIn(['resources', 'bases', 'components']));
  const patches = filesIn(['patches', 'patchesStrategicMerge', 'patchesJson6902']);
  return new Set(patches.filter((file) => !resources.has(file)));
}

/** Returns true for a document of one of the files. */
function isIn(files: ReadonlySet<string>, document: SourceDocument): boolean {
  const file = fileOf(document);
  return file !== undefined && files.has(normalize(file));
}

function fileOf({ locate }: SourceDocument): string | undefined {
  return locate?.([]).file;
}

/** An entry is a path or has one. A patch can also be the text itself, which has several lines. */
function pathsIn(entries: unknown): readonly string[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const path = typeof entry === 'string' ? entry : lookup(entry, ['path']);
    return typeof path === 'string' && !path.includes('\n') ? [path] : [];
  });
}
