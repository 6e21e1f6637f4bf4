import type { SourceDocument } from '../model/document.ts';
import { fieldError, type FieldProblem, type Problem } from '../model/problem.ts';
import { findKind, type FoundKind } from './find-kind.ts';
import type { KnownObject } from './kinds.ts';
import { readHeader, type Header } from './reading/header.ts';
import type { ReadObject } from './reading/kind.ts';
import type { KindReading } from './reading/known-kind.ts';
import { lookup } from './reading/lookup.ts';
import { locateField, placeProblem, type WrittenObject } from './reading/placing.ts';
import { describeValue } from './reading/value-description.ts';

/** An object of a kind that is not read. */
interface OtherObject extends Pick<ReadObject<'Other', never>, 'kind' | 'locate'> {
  readonly apiVersion: string;
  readonly kindName: string;
  readonly namespace?: string;
  /** Empty where the object has none. */
  readonly name: string;
  /** As it was written, unchecked. */
  readonly value: unknown;
}

/** An object of the input; whatever version it was written in, its value is in the one version of its type. */
export type ApiObject = KnownObject | OtherObject;

/** What documents hold, and everything wrong with them; an object with problems is not among the objects. */
export interface ReadObjects {
  readonly objects: readonly ApiObject[];
  readonly problems: readonly Problem[];
  /** The kinds of what could not be read, as far as they are known: what looks such an object up will miss it. */
  readonly unread: readonly (string | undefined)[];
}

interface ObjectReading extends KindReading<ApiObject> {
  readonly written?: string;
}

/** Reads Kubernetes objects, the items of Lists among them. */
export function readObjects(documents: readonly SourceDocument[]): ReadObjects {
  const readings = documents.flatMap((document) => readWritten({ document, prefix: [], value: document.value }));
  return {
    objects: readings.flatMap(({ object }) => (object === undefined ? [] : [object])),
    problems: readings.flatMap(({ problems }) => inTextOrder(problems)),
    unread: readings.flatMap(({ object, written }) => (object === undefined ? [written] : [])),
  };
}

function readWritten(written: WrittenObject): readonly ObjectReading[] {
  const header = readHeader(written.value);
  if (!('kind' in header)) return [refused(written, header)];
  if (header.apiVersion === 'v1' && header.kind === 'List') return readItems(written);
  return [{ ...readFound(written, header, findKind(header)), written: header.kind }];
}

function readItems(written: WrittenObject): readonly ObjectReading[] {
  const items = lookup(written.value, ['items']) ?? [];
  if (!Array.isArray(items)) {
    return [refused(written, [fieldError(['items'], `expected an array, found ${describeValue(items, true)}`)])];
  }
  return items.flatMap((value: unknown, index) =>
    readWritten({ ...written, prefix: [...written.prefix, 'items', index], value }),
  );
}

function readFound(written: WrittenObject, header: Header, found: FoundKind): ObjectReading {
  if (found.kind === 'other') return { object: otherObject(written, header), problems: [] };
  if (found.kind === 'unknown') return refused(written, [found.problem]);
  const traps = written.document.traps?.(written.prefix, found.known.isSecret) ?? [];
  const { object, problems } = found.known.read(header.version, written);
  if (traps.length > 0) return { problems: withoutTrapped(problems, traps) };
  return object === undefined ? { problems } : { object, problems };
}

function otherObject(written: WrittenObject, { apiVersion, kind }: Header): OtherObject {
  const { value } = written;
  const name = lookup(value, ['metadata', 'name']);
  const namespace = lookup(value, ['metadata', 'namespace']);
  return {
    kind: 'Other',
    apiVersion,
    kindName: kind,
    ...(typeof namespace === 'string' && { namespace }),
    name: typeof name === 'string' ? name : '',
    value,
    locate: (path) => locateField(written, path),
  };
}

function refused(written: WrittenObject, problems: readonly FieldProblem[]): ObjectReading {
  return { problems: problems.map((problem) => placeProblem(written, problem)) };
}

function inTextOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(({ location: one }, { location: other }) =>
    one === undefined || other === undefined ? 0 : one.line - other.line || one.column - other.column,
  );
}

// A value that is not what it seems is reported once, by the sentence that helps.
function withoutTrapped(problems: readonly Problem[], traps: readonly Problem[]): readonly Problem[] {
  const places = new Set(traps.map(place));
  return [...traps, ...problems.filter((problem) => !places.has(place(problem)))];
}

function place({ location }: Problem): string {
  return `${location?.line}:${location?.column}`;
}
