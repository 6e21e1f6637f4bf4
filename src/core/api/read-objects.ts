import type { SourceDocument } from '../model/document.ts';
import { fieldError, type FieldProblem, type Problem } from '../model/problem.ts';
import { isJsonObject } from '../model/json.ts';
import { findKind, type FoundKind } from './find-kind.ts';
import { type Header, readHeader } from './header.ts';
import { formerKind } from './former-kinds.ts';
import { SUPPORTED_KINDS, type SupportedObject } from './kinds.ts';
import type { KindReading, ReadObject, RepairedObject } from './reading/supported-kind.ts';
import { lookup } from './reading/lookup.ts';
import { locateField, locateProblem, type WrittenObject } from './reading/locate.ts';
import { describeValue } from './reading/describe-value.ts';

/** An object of a kind that taskpack ignores. */
interface OtherObject extends Pick<ReadObject<'Other', never>, 'kind' | 'locate'> {
  readonly apiVersion: string;
  readonly kindName: string;
  readonly namespace?: string;
  /** Empty if the object has no name. */
  readonly name: string;
  /** The object as written, not validated. */
  readonly value: unknown;
}

/** An object of the input. Objects of a supported kind are converted to one version, whatever version the input has. */
export type ApiObject = SupportedObject | OtherObject;

/** The objects of the input and all problems. An object that has a problem is not in `objects`. */
export interface ReadObjects {
  readonly objects: readonly ApiObject[];
  readonly problems: readonly Problem[];
  /** The kind of each object that is invalid, `undefined` if even the kind is. References to such objects fail. */
  readonly unread: readonly (string | undefined)[];
  /** The invalid objects without their invalid parts. */
  readonly repaired: readonly RepairedObject<SupportedObject>[];
}

interface ObjectReading extends Omit<KindReading<ApiObject>, 'repaired'> {
  readonly repaired?: RepairedObject<SupportedObject>;
  readonly written?: string;
}

/** Reads the Kubernetes objects of documents, including the items of Lists. */
export function readObjects(documents: readonly SourceDocument[]): ReadObjects {
  const readings = documents.flatMap((document) => readWritten({ document, prefix: [], value: document.value }));
  return {
    objects: readings.flatMap(({ object }) => (object === undefined ? [] : [object])),
    problems: readings.flatMap(({ problems }) => inTextOrder(problems)),
    unread: readings.flatMap(({ object, written }) => (object === undefined ? [written] : [])),
    repaired: readings.flatMap(({ repaired }) => repaired ?? []),
  };
}

function readWritten(written: WrittenObject): readonly ObjectReading[] {
  const header = readHeader(written.value);
  if (!('kind' in header)) return [invalid(written, header)];
  if (isList(header, written.value)) return readItems(written, header);
  return [{ ...readFound(written, header, findKind(header)), written: header.kind }];
}

/** True for the List that kubectl prints, and for a list of one kind, such as ImageList, that the API server returns. */
function isList(header: Header, value: unknown): boolean {
  const { apiVersion, kind } = header;
  if (apiVersion === 'v1' && kind === 'List') return true;
  if (isListOfKnownKind(header)) return true;
  const items = lookup(value, ['items']);
  return /.List$/.test(kind) && Array.isArray(items) && items.every((item) => lookup(item, ['metadata']) !== undefined);
}

/** True for a list of a kind that taskpack reads or reports. Its items count as objects even if one of them is malformed. */
function isListOfKnownKind(header: Header): boolean {
  const { group, kind } = header;
  if (!/.List$/.test(kind)) return false;
  const item = { ...header, kind: itemKind(kind) };
  return (
    SUPPORTED_KINDS.some((known) => known.group === group && known.kind === item.kind) || formerKind(item) !== undefined
  );
}

function itemKind(kind: string): string {
  return kind.slice(0, -'List'.length);
}

function readItems(written: WrittenObject, { apiVersion, kind }: Header): readonly ObjectReading[] {
  const given = lookup(written.value, ['items']);
  // An object with a mistake in its kind has a spec instead of items.
  if (given === undefined && kind !== 'List') return [invalid(written, [fieldError(['items'], 'missing field(s)')])];
  const items = given ?? [];
  if (!Array.isArray(items)) {
    return [invalid(written, [fieldError(['items'], `expected an array, found ${describeValue(items, true)}`)])];
  }
  // The API server omits the type of each item of a list of one kind.
  const type = kind === 'List' ? {} : { apiVersion, kind: itemKind(kind) };
  return items.flatMap((item: unknown, index) => {
    const value = isJsonObject(item) && kind !== 'List' ? { ...type, ...item } : item;
    return readWritten({ ...written, prefix: [...written.prefix, 'items', index], value });
  });
}

function readFound(written: WrittenObject, header: Header, found: FoundKind): ObjectReading {
  if (found.kind === 'ignored') return { object: otherObject(written, header), problems: [] };
  if (found.kind === 'unknown') return invalid(written, [found.problem]);
  if (found.kind === 'former') return { ...invalid(written, [found.problem]), object: otherObject(written, header) };
  const { supported } = found;
  const differences = (written.document.kubectlDifferences?.(written.prefix, supported.isSecret) ?? []).filter(
    ({ reading, paths: [path] }) =>
      reading === undefined || !supported.takesReading(header.version, path.slice(written.prefix.length), reading),
  );
  const reading = supported.read(header.version, written);
  return differences.length > 0 ? { problems: withDifferences(reading.problems, differences) } : reading;
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

function invalid(written: WrittenObject, problems: readonly FieldProblem[]): ObjectReading {
  return { problems: problems.map((problem) => locateProblem(written, problem)) };
}

function inTextOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(({ location: one }, { location: other }) =>
    one === undefined || other === undefined ? 0 : one.line - other.line || one.column - other.column,
  );
}

// A value that kubectl reads differently often breaks a rule too. Only the difference is reported, because it is the
// cause.
function withDifferences(problems: readonly Problem[], differences: readonly Problem[]): readonly Problem[] {
  const places = new Set(differences.map(place));
  return [...differences, ...problems.filter((problem) => !places.has(place(problem)))];
}

function place({ location }: Problem): string {
  return `${location?.line}:${location?.column}`;
}
