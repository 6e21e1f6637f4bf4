import { misuse } from '../problems.ts';
import { isObjectName, kindNamed, SHOWN_KINDS, type ShownKind } from './kind-names.ts';

/** Objects of one or two kinds, which share a table. Without names, all objects. */
export interface Selection {
  readonly kinds: readonly ShownKind[];
  readonly names: readonly string[];
}

/**
 * Reads the arguments of `list` as kubectl does: `TYPE`, `TYPE,TYPE`, `TYPE NAME…` or `TYPE/NAME…`. Builders include
 * ClusterBuilders, unless the argument is `TYPE/NAME`. Throws `CommandFailure`.
 */
export function readSelections([types = 'images', ...names]: readonly string[]): readonly Selection[] {
  if (types.includes('/')) return selectionsOf([types, ...names].map(readReference));
  const checked = names.map(objectName);
  return types.split(',').map((type) => {
    const kind = knownKind(type, names.length === 0 ? `; for an object, write "taskpack list images ${type}"` : '');
    return { kinds: kind === 'Builder' ? ['Builder', 'ClusterBuilder'] : [kind], names: checked };
  });
}

/** A reference to one object by kind and name, or by name alone. */
export interface Reference {
  readonly kind?: ShownKind;
  readonly name: string;
}

/** Reads the arguments of `status`: `TYPE/NAME`, `TYPE NAME` or `NAME`. Throws `CommandFailure`. */
export function readObject(first: string, second: string | undefined): Reference {
  if (second !== undefined && first.includes('/')) {
    throw misuse(`'${first}' and '${second}' are two objects, but the command shows one: run it once for each`);
  }
  if (second !== undefined) return { kind: knownKind(first), name: objectName(second) };
  return first.includes('/') ? readReference(first) : { name: objectName(first) };
}

function readReference(text: string): Required<Reference> {
  const [type = '', name, ...rest] = text.split('/');
  if (name === undefined) {
    throw misuse(`'${text}' is not TYPE/NAME, as the other arguments are. Write, for example, image/${type}`);
  }
  if (rest.length > 0) throw misuse(`'${text}' is not TYPE/NAME. Write, for example, image/NAME`);
  return { kind: knownKind(type), name: objectName(name) };
}

function selectionsOf(references: readonly Required<Reference>[]): readonly Selection[] {
  return SHOWN_KINDS.map((kind) => ({
    kinds: [kind],
    names: references.filter((reference) => reference.kind === kind).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0);
}

function knownKind(type: string, advice = ''): ShownKind {
  const kind = kindNamed(type);
  if (kind !== undefined) return kind;
  throw misuse(`'${type}' is not a type that taskpack shows: use images, builds, builders or clusterbuilders${advice}`);
}

function objectName(text: string): string {
  if (isObjectName(text)) return text;
  throw misuse(`'${text}' is not the name of an object: a name has lower-case letters, digits, hyphens and full stops`);
}
