import { basename, dirname, join, normalize } from 'node:path';
import { lookup } from '../api/reading/lookup.ts';
import type { SourceDocument } from '../model/document.ts';

const KUSTOMIZATION = /^kustomization\.ya?ml$/;

/** Returns the files that a kustomization names as patches. Their documents have only the fields that they change. */
export function patchFiles(documents: readonly SourceDocument[]): ReadonlySet<string> {
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
export function isIn(files: ReadonlySet<string>, document: SourceDocument): boolean {
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
