import { readHeader } from '../../api/find-kind.ts';
import { locateProblem } from '../../api/reading/locate.ts';
import { lookup } from '../../api/reading/lookup.ts';
import type { SourceDocument } from '../../model/document.ts';
import { fieldWarning, formatFieldPath, type FieldPath, type Problem } from '../../model/problem.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';
import { isConvertedKind, oldFields, type OldField } from './old-fields.ts';

/** A place in a patch that names the old version or an old field. */
interface OldPlace {
  readonly path: FieldPath;
  readonly what: string;
  readonly advice: string;
}

/**
 * Warns of the patches of Kustomize that select v1alpha1 or change its fields, which the converted objects do not have. A patch can be a
 * file with JSON Patch operations (RFC 6902), or text in a kustomization. Files with strategic merge patches are converted as objects.
 */
export function unconvertedPatches(document: SourceDocument): readonly Problem[] {
  const { value } = document;
  const places = Array.isArray(value) ? placesInOperations(value, undefined) : placesInKustomization(value);
  return places.map(({ path, what, advice }) =>
    locateProblem(
      { document, prefix: [], value },
      fieldWarning(path, `a patch of Kustomize ${what} and is not converted: ${advice}`),
    ),
  );
}

/** Reads any document with patches, because a kustomization needs neither a kind nor a version. */
function placesInKustomization(kustomization: unknown): readonly OldPlace[] {
  return ['patches', 'patchesStrategicMerge', 'patchesJson6902'].flatMap((field) => {
    const patches = lookup(kustomization, [field]);
    if (!Array.isArray(patches)) return [];
    return patches.flatMap((patch: unknown, index) => {
      const path = [field, index];
      const [group, version, kind] = ['group', 'version', 'kind'].map((key) => lookup(patch, ['target', key]));
      if (isForeign(group, kind)) return [];
      const isSelected = version === 'v1alpha1';
      const isText = typeof patch === 'string';
      const text = isText ? patch : lookup(patch, ['patch']);
      const places = typeof text === 'string' ? placesInText(text, kind) : [];
      return [
        ...(isSelected ? [oldVersion([...path, 'target', 'version'], 'v1alpha2')] : []),
        ...places.map((place) => ({ ...place, path: isText ? path : [...path, 'patch'] })),
      ];
    });
  });
}

/** True if a target selects no object of kpack. The kind can be a regular expression, such as `Image|Build`. */
function isForeign(group: unknown, kind: unknown): boolean {
  if (typeof group === 'string' && group !== 'kpack.io') return true;
  return typeof kind === 'string' && /^\w+$/.test(kind) && !isConvertedKind(kind);
}

/** Returns the places in a patch. Text that is a path to a file has none. */
function placesInText(text: string, targetKind: unknown): readonly OldPlace[] {
  return parseYaml(text, '').documents.flatMap(({ value }) => {
    if (Array.isArray(value)) return placesInOperations(value, targetKind);
    const header = readHeader(value);
    const hasHeader = 'kind' in header;
    if (hasHeader && header.group !== 'kpack.io') return [];
    const isOld = hasHeader && header.apiVersion === 'kpack.io/v1alpha1';
    const fields = oldFields(hasHeader ? header.kind : targetKind);
    return [
      ...(isOld ? [oldVersion([], 'kpack.io/v1alpha2')] : []),
      ...fields.filter(({ path }) => lookup(value, path) !== undefined).map((field) => oldField([], field)),
    ];
  });
}

function placesInOperations(operations: readonly unknown[], targetKind: unknown): readonly OldPlace[] {
  const fields = oldFields(targetKind).map((field) => ({ field, pointer: jsonPointer(field.path) }));
  return operations.flatMap((operation, index) =>
    ['path', 'from'].flatMap((key) => {
      const changed = lookup(operation, [key]);
      if (typeof changed !== 'string' || typeof lookup(operation, ['op']) !== 'string') return [];
      const found = fields.find(({ pointer }) => changed === pointer || changed.startsWith(`${pointer}/`));
      return found === undefined ? [] : [oldField([index, key], found.field)];
    }),
  );
}

/** Formats a path as a JSON Pointer (RFC 6901). */
function jsonPointer(path: FieldPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function oldVersion(path: FieldPath, instead: string): OldPlace {
  return { path, what: 'selects kpack.io/v1alpha1', advice: `write ${instead}` };
}

function oldField(path: FieldPath, { path: changed, advice }: OldField): OldPlace {
  return { path, what: `changes ${formatFieldPath(changed)} of v1alpha1`, advice };
}
