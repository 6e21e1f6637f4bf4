import type { SourceDocument } from '../../model/document.ts';
import type { FieldPath, FieldProblem, Location, Problem } from '../../model/problem.ts';
import { lookup } from './lookup.ts';

/** An object as written in a document: the whole document, or an item of a List. */
export interface WrittenObject {
  readonly document: SourceDocument;
  /** The path from the document to the object. Empty unless the object is an item of a List. */
  readonly prefix: FieldPath;
  readonly value: unknown;
}

/** A problem whose paths are relative to the object as written. */
export interface UnlocatedProblem extends FieldProblem {
  /** True if the problem is the field's name, not its value. */
  readonly isOfKey?: true;
}

/** Returns the place of a field: of the value for strings and numbers, of the key for objects and lists. */
export function locateField({ document, prefix, value }: WrittenObject, path: FieldPath): Location | undefined {
  const found = lookup(value, path);
  const isPlain = found !== undefined && found !== null && typeof found !== 'object';
  return document.locate?.([...prefix, ...path], isPlain ? 'value' : 'key');
}

/** Returns the problem with its file and line, and with paths relative to the document. */
export function locateProblem(written: WrittenObject, problem: UnlocatedProblem): Problem {
  const { isOfKey = false, ...rest } = problem;
  const [first, ...others] = rest.paths;
  const inDocument = [...written.prefix, ...first];
  const location = isOfKey ? written.document.locate?.(inDocument, 'key') : locateField(written, first);
  const paths = [inDocument, ...others.map((path) => [...written.prefix, ...path])] as const;
  return { ...rest, paths, ...(location !== undefined && { location }) };
}
