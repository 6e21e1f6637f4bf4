import { lookup } from '../core/api/reading/lookup.ts';
import type { SourceDocument } from '../core/model/document.ts';
import { fieldError, type FieldPath, type Problem } from '../core/model/problem.ts';

const NAMES: readonly FieldPath[] = [
  ['metadata', 'name'],
  ['metadata', 'generateName'],
  ['metadata', 'namespace'],
];

/** Fields of Builds and Images whose values cannot contain `{{`. Scripts and variables can. */
const ADDRESSES: readonly FieldPath[] = [
  ['spec', 'tag'],
  ['spec', 'tags', 0],
  ['spec', 'builder', 'image'],
  ['spec', 'builder', 'name'],
  ['spec', 'source', 'git', 'url'],
  ['spec', 'source', 'git', 'revision'],
  ['spec', 'source', 'blob', 'url'],
  ['spec', 'source', 'registry', 'image'],
];

/**
 * Returns an error if a document is a template whose actions are in quotes, as in many Helm charts. It is valid YAML, but no
 * object before it is rendered.
 */
export function quotedTemplate({ value, locate }: SourceDocument): readonly Problem[] {
  const type = `${String(lookup(value, ['apiVersion']))}/${String(lookup(value, ['kind']))}`;
  if (!/^(?:kpack\.io|tekton\.dev)\/|^v1\/(?:Secret|ServiceAccount)$/.test(type)) return [];
  const paths = type.startsWith('kpack.io/') ? [...NAMES, ...ADDRESSES] : NAMES;
  const path = paths.find((each) => {
    const text = lookup(value, each);
    return typeof text === 'string' && text.includes('{{');
  });
  if (path === undefined) return [];
  const message =
    '{{ begins an action of a template; render the template first, for example with "helm template", and read its output';
  return [{ ...fieldError(path, message), ...(locate !== undefined && { location: locate(path) }) }];
}
