import { readHeader } from '../../core/api/header.ts';
import { locateProblem } from '../../core/api/reading/locate.ts';
import { lookup, startsWith } from '../../core/api/reading/lookup.ts';
import type { SourceDocument } from '../../core/model/document.ts';
import { fieldWarning, formatFieldPath, type FieldPath, type Problem } from '../../core/model/problem.ts';
import { parseYaml } from '../../core/yaml/parse-yaml.ts';
import { CONVERSIONS, oldFields, type OldField } from './old-fields.ts';

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
      const [group = '', version = '', kind = ''] = ['group', 'version', 'kind'].map((key) => {
        const pattern = lookup(patch, ['target', key]);
        return typeof pattern === 'string' ? pattern : '';
      });
      if (isForeign(group, kind)) return [];
      // Groups, classes and anchors around a plain version, as in `^v1alpha[1]$`, change nothing.
      const plainVersion = version.replaceAll(/[\^$()[\]]/g, '');
      const isSelected = version !== '' && mayMatch(plainVersion, 'v1alpha1') && !mayMatch(plainVersion, 'v1alpha2');
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

/** True if a target selects no object of kpack. */
function isForeign(group: string, kind: string): boolean {
  if (!mayMatch(group, 'kpack.io')) return true;
  return !Object.keys(CONVERSIONS).some((one) => mayMatch(kind, one));
}

/**
 * True if a pattern in a target of Kustomize can select the text. A pattern is a regular expression, and an empty pattern selects
 * everything. Only plain words, such as `Image|Build`, and whole group names, such as `kpack.io`, are compared. Any other expression
 * counts as a match, because an expression from a file can run for an unlimited time.
 */
function mayMatch(pattern: string, text: string): boolean {
  const isPlain = /^[\w|-]*$/.test(pattern) || /^(?:[a-z0-9-]+\.)+(?:io|dev|com)$/.test(pattern);
  return pattern === '' || !isPlain || pattern.split('|').includes(text);
}

/** Returns the places in a patch. Text that is a path to a file has none. */
function placesInText(text: string, targetKind: string): readonly OldPlace[] {
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
  return operations.flatMap((operation, index) => {
    if (typeof lookup(operation, ['op']) !== 'string') return [];
    const changed = ['path', 'from'].flatMap((key) => {
      const pointer = lookup(operation, [key]);
      if (typeof pointer !== 'string') return [];
      const found = fields.find((one) => pointer === one.pointer || pointer.startsWith(`${one.pointer}/`));
      return found === undefined ? [] : [oldField([index, key], found.field)];
    });
    return changed.length > 0 ? changed : placesInValue(operation, [index, 'value'], targetKind);
  });
}

/** Returns the places in the value that an operation writes to an object or to a part of it. */
function placesInValue(operation: unknown, path: FieldPath, targetKind: unknown): readonly OldPlace[] {
  const [pointer, value] = ['path', 'value'].map((key) => lookup(operation, [key]));
  if (typeof pointer !== 'string') return [];
  const isOld = pointer === '/apiVersion' && value === 'kpack.io/v1alpha1';
  if (isOld) return [{ path, what: 'names kpack.io/v1alpha1', advice: 'write kpack.io/v1alpha2' }];
  const parent = pointer.split('/').slice(1);
  return oldFields(targetKind)
    .filter((field) => startsWith(field.path, parent) && lookup(value, field.path.slice(parent.length)) !== undefined)
    .map((field) => oldField(path, field));
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
