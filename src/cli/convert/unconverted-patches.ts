import { readHeader } from '../../api/find-kind.ts';
import type { FieldConversion } from '../../api/reading/convert-fields.ts';
import { locateField } from '../../api/reading/locate.ts';
import { lookup } from '../../api/reading/lookup.ts';
import type { SourceDocument } from '../../model/document.ts';
import { fieldWarning, formatFieldPath, type FieldPath, type Problem } from '../../model/problem.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';

/** The fields of v1alpha1 that v1alpha2 has in another place, by kind. */
export type Conversions = Readonly<Record<string, readonly FieldConversion[]>>;

/** The version that a patch selects, or the old field that it changes, and what to write. */
interface OldPart {
  readonly path: FieldPath;
  readonly what: string;
  readonly instead: string;
}

/**
 * Warns of the patches of Kustomize that change fields of v1alpha1, which the converted objects do not have. A patch can be a file with
 * JSON Patch operations (RFC 6902), or text in a kustomization. Files with strategic merge patches are converted as objects.
 */
export function unconvertedPatches(document: SourceDocument, conversions: Conversions): readonly Problem[] {
  const { value } = document;
  const parts = Array.isArray(value) ? oldOperations(value, conversions) : oldPatches(value, conversions);
  return parts.map(({ path, what, instead }) => {
    const problem = fieldWarning(path, `a patch of Kustomize ${what} and is not converted: write ${instead}`);
    const location = locateField({ document, prefix: [], value }, path);
    return { ...problem, ...(location !== undefined && { location }) };
  });
}

/** Returns the parts of the patches in a kustomization, whatever its name and version. */
function oldPatches(kustomization: unknown, conversions: Conversions): readonly OldPart[] {
  return ['patches', 'patchesStrategicMerge', 'patchesJson6902'].flatMap((field) => {
    const patches = lookup(kustomization, [field]);
    if (!Array.isArray(patches)) return [];
    return patches.flatMap((patch: unknown, index) => {
      const path = [field, index];
      const [kind, version] = ['kind', 'version'].map((key) => lookup(patch, ['target', key]));
      const isForeign = typeof kind === 'string' && !Object.hasOwn(conversions, kind);
      if (isForeign) return [];
      const selected = version === 'v1alpha1' ? [oldVersion([...path, 'target', 'version'])] : [];
      const isText = typeof patch === 'string';
      const text = isText ? patch : lookup(patch, ['patch']);
      const parts = typeof text === 'string' ? partsOfText(text, kind, conversions) : [];
      return [...selected, ...parts.map((part) => ({ ...part, path: isText ? path : [...path, 'patch'] }))];
    });
  });
}

function oldVersion(path: FieldPath): OldPart {
  return { path, what: 'selects kpack.io/v1alpha1', instead: 'v1alpha2' };
}

/** Returns the parts of a patch in a kustomization. A path to a file is a text without them. */
function partsOfText(text: string, kind: unknown, conversions: Conversions): readonly OldPart[] {
  return parseYaml(text, '').documents.flatMap(({ value }) => {
    if (Array.isArray(value)) return oldOperations(value, conversions);
    const header = readHeader(value);
    const isOld = 'kind' in header && header.apiVersion === 'kpack.io/v1alpha1';
    const changed = 'kind' in header ? header.kind : kind;
    const isOwn = 'kind' in header ? header.group === 'kpack.io' : kind !== undefined;
    const fields = movedFields(conversions, isOwn ? changed : undefined).filter(
      ({ from }) => lookup(value, from) !== undefined,
    );
    return [...(isOld ? [oldVersion([])] : []), ...fields.map((field) => oldField([], field))];
  });
}

/** Returns the operations on fields of v1alpha1. A file with operations does not say which kind they change. */
function oldOperations(operations: readonly unknown[], conversions: Conversions): readonly OldPart[] {
  const fields = new Map(
    Object.keys(conversions)
      .flatMap((kind) => movedFields(conversions, kind))
      .map((field) => [`/${field.from.join('/')}`, field]),
  );
  return operations.flatMap((operation, index) =>
    ['path', 'from'].flatMap((key) => {
      const pointer = lookup(operation, [key]);
      if (typeof pointer !== 'string' || typeof lookup(operation, ['op']) !== 'string') return [];
      const changed = [...fields].find(([old]) => pointer === old || pointer.startsWith(`${old}/`));
      return changed === undefined ? [] : [oldField([index, key], changed[1])];
    }),
  );
}

function movedFields(conversions: Conversions, kind: unknown): readonly FieldConversion[] {
  const ofKind = Object.hasOwn(conversions, String(kind)) ? (conversions[String(kind)] ?? []) : [];
  return ofKind.filter(({ decode }) => decode === undefined);
}

function oldField(path: FieldPath, { from, to }: FieldConversion): OldPart {
  // v1alpha2 accepts bindings only from kpack's own controller.
  const target = to.at(-1) === 'cnbBindings' ? [...to.slice(0, -1), 'services'] : to;
  return { path, what: `changes ${formatFieldPath(from)} of v1alpha1`, instead: formatFieldPath(target) };
}
