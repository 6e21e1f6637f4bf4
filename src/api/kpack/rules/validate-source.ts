import { fieldError, type FieldPath, type FieldProblem } from '../../../model/problem.ts';
import type { SourceConfig } from '../source.ts';
import { validateImageReference } from './validate-image-reference.ts';

const KINDS = ['blob', 'git', 'registry'] as const;
const BLOB_AUTHENTICATIONS: readonly string[] = ['helper', 'secret'];

/** kpack's rules for a source (source_validation.go). */
export function validateSource(source: SourceConfig, path: FieldPath): readonly FieldProblem[] {
  const given = KINDS.filter((kind) => source[kind] !== undefined);
  if (given.length === 0) return [oneOf(path, KINDS, 'expected exactly one, got neither')];
  if (given.length > 1) return [oneOf(path, given, 'expected exactly one, got both')];
  return [...validateBlob(source.blob, [...path, 'blob']), ...validateRegistry(source.registry, [...path, 'registry'])];
}

function oneOf(path: FieldPath, kinds: readonly string[], message: string): FieldProblem {
  const [first = [], ...others] = kinds.map((kind) => [...path, kind]);
  return { severity: 'error', paths: [first, ...others], message };
}

function validateBlob(blob: SourceConfig['blob'], path: FieldPath): readonly FieldProblem[] {
  const { auth, stripComponents = 0 } = blob ?? {};
  const problems: FieldProblem[] = [];
  if (auth !== undefined && !BLOB_AUTHENTICATIONS.includes(auth)) {
    problems.push(fieldError([...path, 'auth'], `invalid value: ${auth}`, "must be one of '', 'helper', or 'secret'"));
  }
  if (stripComponents < 0) {
    problems.push(fieldError([...path, 'stripComponents'], `expected positive integer got ${stripComponents}`));
  }
  return problems;
}

function validateRegistry(registry: SourceConfig['registry'], path: FieldPath): readonly FieldProblem[] {
  return registry === undefined ? [] : validateImageReference(registry.image, [...path, 'image']);
}
