import type { SourceDocument } from '../../model/document.ts';
import type { FieldPath, FieldProblem, Location, Problem } from '../../model/problem.ts';
import { lookup } from './lookup.ts';

/** An object inside a document: the document itself or an item of a List. */
export interface WrittenObject {
  readonly document: SourceDocument;
  /** From the document to the object: empty unless it is an item of a List. */
  readonly prefix: FieldPath;
  readonly value: unknown;
}

/** A problem of an object, with paths as they are written there. */
export interface UnplacedProblem extends FieldProblem {
  /** The field's very name is at fault. */
  readonly isOfKey?: true;
}

/** Where people look for a field: a text or number is the value itself, all else is named by its key. */
export function locateField({ document, prefix, value }: WrittenObject, path: FieldPath): Location | undefined {
  const found = lookup(value, path);
  const isPlain = found !== undefined && found !== null && typeof found !== 'object';
  return document.locate?.([...prefix, ...path], isPlain ? 'value' : 'key');
}

/** The problem with its place in the document. */
export function placeProblem(written: WrittenObject, problem: UnplacedProblem): Problem {
  const { isOfKey = false, ...rest } = problem;
  const [first, ...others] = rest.paths;
  const inDocument = [...written.prefix, ...first];
  const location = isOfKey ? written.document.locate?.(inDocument, 'key') : locateField(written, first);
  const paths = [inDocument, ...others.map((path) => [...written.prefix, ...path])] as const;
  return { ...rest, paths, ...(location !== undefined && { location }) };
}
