import { cacheTagFault } from '../../model/cache-tag.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import type { CnbBinding, Notary, SourceConfig } from './build.ts';
import { validateImageReference } from './image-reference-rules.ts';

const KINDS = ['blob', 'git', 'registry'] as const;
const BLOB_AUTHENTICATIONS: readonly string[] = ['helper', 'secret'];

/** Checks a source by kpack's rules (source_validation.go). */
export function validateSource(source: SourceConfig, path: FieldPath): readonly FieldProblem[] {
  const given = KINDS.filter((kind) => source[kind] !== undefined);
  if (given.length === 0) return [oneOf(path, KINDS, 'expected exactly one, got neither', 'set blob, git or registry')];
  return [
    ...(given.length > 1 ? [oneOf(path, given, 'expected exactly one, got both')] : []),
    ...validateBlob(source.blob, [...path, 'blob']),
    ...validateImageReference(source.registry?.image, [...path, 'registry', 'image']),
  ];
}

function oneOf(path: FieldPath, kinds: readonly string[], message: string, details?: string): FieldProblem {
  const [first = [], ...others] = kinds.map((kind) => [...path, kind]);
  return { severity: 'error', paths: [first, ...others], message, ...(details !== undefined && { details }) };
}

function validateBlob(blob: SourceConfig['blob'], path: FieldPath): readonly FieldProblem[] {
  const { auth, stripComponents = 0 } = blob ?? {};
  const problems: FieldProblem[] = [];
  if (auth !== undefined && !BLOB_AUTHENTICATIONS.includes(auth)) {
    problems.push(fieldError([...path, 'auth'], `invalid value: ${auth}`, "must be one of '', 'helper', or 'secret'"));
  }
  if (stripComponents < 0) {
    problems.push(
      fieldError([...path, 'stripComponents'], `expected positive integer got ${stripComponents}`, 'must be 0 or more'),
    );
  }
  return problems;
}

/** Checks that a Build or Image has at most one kind of cache. The rule and message are kpack's. */
export function validateCache(
  cache: { readonly volume?: unknown; readonly registry?: unknown } | undefined,
  path: FieldPath,
): readonly FieldProblem[] {
  if (cache?.volume === undefined || cache.registry === undefined) return [];
  return [
    {
      severity: 'error',
      paths: [
        [...path, 'registry'],
        [...path, 'volume'],
      ],
      message: 'only one type of cache can be specified',
    },
  ];
}

/**
 * Checks that neither a tag of the application nor the source image has the tag of the registry cache. Resolution compares the builder and
 * the run image.
 */
export function validateCacheTag(
  cacheTag: string | undefined,
  tags: readonly string[],
  source: string | undefined,
  path: FieldPath,
): readonly FieldProblem[] {
  const images = { tags, ...(source !== undefined && { source }) };
  const fault = cacheTag === undefined ? undefined : cacheTagFault(cacheTag, images);
  if (fault === undefined) return [];
  return [fieldError([...path, 'registry', 'tag'], `invalid value: ${cacheTag}`, `it ${fault}`)];
}

/**
 * Checks CNB bindings by kpack's rules. v1alpha2 rejects CNB bindings unless kpack's controller wrote them
 * (`isAllowed`).
 */
export function validateCnbBindings(
  bindings: readonly CnbBinding[],
  isAllowed: boolean,
  path: FieldPath,
): readonly FieldProblem[] {
  if (bindings.length > 0 && !isAllowed) {
    const message = 'use of this field has been deprecated in v1alpha2, please use v1alpha1 for CNB bindings';
    return [fieldError(path, message)];
  }
  return [...validateUniqueNames(bindings, 'binding', path), ...validateMetadataReferences(bindings, path)];
}

function validateMetadataReferences(bindings: readonly CnbBinding[], path: FieldPath): readonly FieldProblem[] {
  return bindings.flatMap(({ metadataRef }, index) => {
    const field = [...path, index, 'metadataRef'];
    if (metadataRef === undefined) return [fieldError(field, 'missing field(s)')];
    return metadataRef.name === undefined ? [fieldError([...field, 'name'], 'missing field(s)')] : [];
  });
}

const NAME_RULE = 'must have 1 to 253 lower-case letters, digits, hyphens and dots';
const NAME = /^[a-z0-9\-.]{1,253}$/;

/** Checks that the names of services or bindings (`noun`) are valid and unique, by kpack's rules. */
export function validateUniqueNames(
  items: readonly { readonly name: string }[],
  noun: string,
  path: FieldPath,
): readonly FieldProblem[] {
  const seen = new Map<string, number>();
  return items.flatMap(({ name }, index) => {
    const field = [...path, index, 'name'];
    const earlier = seen.get(name);
    seen.set(name, index);
    const problems = NAME.test(name) ? [] : [fieldError(field, `invalid value: ${name}`, NAME_RULE)];
    if (earlier === undefined) return problems;
    return [duplicate(noun, name, [...path, earlier, 'name'], field), ...problems];
  });
}

function duplicate(noun: string, name: string, first: FieldPath, second: FieldPath): FieldProblem {
  return {
    severity: 'error',
    paths: [first, second],
    message: `duplicate ${noun} name ${JSON.stringify(name)}`,
  };
}

const OS_LABEL = 'kubernetes.io/os';

/** Checks a node selector by kpack's rule: the selector must not set the operating system, because kpack sets it. */
export function validateNodeSelector(
  nodeSelector: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): readonly FieldProblem[] {
  if (nodeSelector === undefined || !Object.hasOwn(nodeSelector, OS_LABEL)) return [];
  return [fieldError(path, `invalid key name ${JSON.stringify(OS_LABEL)}`, 'os is determined automatically')];
}

/**
 * Checks the use of Notary by kpack's rule. v1alpha2 rejects Notary unless kpack's controller wrote it (`isAllowed`).
 */
export function validateNotary(
  notary: Notary | undefined,
  isAllowed: boolean,
  path: FieldPath,
): readonly FieldProblem[] {
  if (notary === undefined || isAllowed) return [];
  const message = 'use of this field has been deprecated in v1alpha2, please use v1alpha1 for notary image signing';
  // taskpack refuses Notary in v1alpha1 too, so kpack's advice alone leads nowhere.
  return [fieldError(path, message, 'taskpack does not sign with Notary: remove the field and sign with a cosign key')];
}
