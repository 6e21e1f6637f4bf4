import { type Header, readHeader } from '../../core/api/header.ts';
import { convertFields, type FieldConversion } from '../../core/api/reading/convert-fields.ts';
import { locateProblem, type WrittenObject } from '../../core/api/reading/locate.ts';
import { lookup } from '../../core/api/reading/lookup.ts';
import { isJsonObject, isSameJson } from '../../core/model/json.ts';
import { fieldError, type Problem } from '../../core/model/problem.ts';
import { parseYaml } from '../../core/yaml/parse-yaml.ts';
import { applyEdits, changedVersion, movedField } from './edits.ts';
import { adviceByHand, CONVERSIONS, isConvertedKind, NOTARY } from './old-fields.ts';
import { unconvertedPatches } from './unconverted-patches.ts';

/** A text whose v1alpha1 objects are in v1alpha2. `text` is the given text if there are no such objects, or problems. */
export interface ConvertedText {
  readonly text: string;
  /** The objects in v1alpha1, each as KIND NAME. */
  readonly objects: readonly string[];
  readonly problems: readonly Problem[];
}

const OLD = 'kpack.io/v1alpha1';
const NEW = 'kpack.io/v1alpha2';

/**
 * Converts kpack's v1alpha1 objects in YAML or JSON documents to v1alpha2, as kpack's webhook does. Changes only the version and the
 * fields that move, and reads the result again to prove that nothing else changed.
 */
export function convertText(text: string, file: string): ConvertedText {
  const { documents, problems: unread } = parseYaml(text, file);
  const written = documents.flatMap((document) => v1alpha1Objects({ document, prefix: [], value: document.value }));
  const objects = written
    .filter(({ value }) => isConvertedKind(String(lookup(value, ['kind']))))
    .map(({ value }) => nameOf(value));
  const errors = [...unread, ...written.flatMap(problemsOf)];
  const problems = [...errors, ...documents.flatMap(unconvertedPatches)];
  if (errors.length > 0 || written.length === 0) return { text, objects, problems };
  const result = applyEdits(text, written.flatMap(editsOf));
  const isRight =
    result !== undefined &&
    isSameJson(
      parseYaml(result, file).documents.map(({ value }) => value),
      documents.map(({ value }) => inV1alpha2(value)),
    );
  if (isRight) return { text: result, objects, problems };
  const unusual = written.map((object) => locateProblem(object, fieldError(['apiVersion'], BY_HAND)));
  return { text, objects, problems: [...unusual, ...problems] };
}

const BY_HAND =
  'cannot be converted, because the file uses an anchor or an unusual notation; write v1alpha2, and move the fields by hand';

/** Returns the objects in v1alpha1, the Lists of such objects first. */
function v1alpha1Objects(written: WrittenObject): readonly WrittenObject[] {
  const { value, prefix } = written;
  const header = readHeader(value);
  if (!('kind' in header)) return [];
  const items = itemsOf(header, value);
  const own = header.apiVersion === OLD && (items !== undefined || isConvertedKind(header.kind));
  return [
    ...(own ? [written] : []),
    ...(items ?? []).flatMap((item, index) =>
      v1alpha1Objects({ ...written, prefix: [...prefix, 'items', index], value: item }),
    ),
  ];
}

function itemsOf({ kind }: Header, value: unknown): readonly unknown[] | undefined {
  const items = lookup(value, ['items']);
  return kind.endsWith('List') && Array.isArray(items) ? items : undefined;
}

function nameOf(value: unknown): string {
  const [name, prefix] = ['name', 'generateName'].map((key) => lookup(value, ['metadata', key]));
  return [lookup(value, ['kind']), name ?? prefix].filter((text) => typeof text === 'string').join(' ');
}

function movesOf({ value }: WrittenObject): readonly FieldConversion[] {
  const conversions = CONVERSIONS[String(lookup(value, ['kind']))] ?? [];
  return conversions.filter(({ from }) => lookup(value, from) !== undefined);
}

/** Returns a problem for each field that only a person can convert. */
function problemsOf(object: WrittenObject): readonly Problem[] {
  const moves = movesOf(object);
  const moved = moves.flatMap((move) => {
    const advice = adviceByHand(move);
    return advice === undefined ? [] : [{ path: move.from, advice }];
  });
  const notary = lookup(object.value, NOTARY.path) === undefined ? [] : [NOTARY];
  const byHand = [...moved, ...notary].map(({ path, advice }) => fieldError(path, advice));
  return [...convertFields(object.value, moves, NEW).problems, ...byHand].map((problem) =>
    locateProblem(object, problem),
  );
}

function editsOf(object: WrittenObject): readonly ReturnType<typeof changedVersion>[] {
  const place = (path: readonly (string | number)[], target: 'key' | 'value') =>
    object.document.locate?.([...object.prefix, ...path], target);
  return [
    changedVersion(place(['apiVersion'], 'value'), OLD, NEW),
    ...movesOf(object).map(({ from, to }) =>
      movedField(place(from, 'key'), String(from.at(-1)), to.slice(from.length - 1)),
    ),
  ];
}

function inV1alpha2(value: unknown): unknown {
  const header = readHeader(value);
  if (!('kind' in header) || !isJsonObject(value)) return value;
  const items = itemsOf(header, value);
  const isOld = header.apiVersion === OLD;
  if (items !== undefined) return { ...value, ...(isOld && { apiVersion: NEW }), items: items.map(inV1alpha2) };
  const conversions = CONVERSIONS[header.kind];
  return isOld && conversions !== undefined ? convertFields(value, conversions, NEW).value : value;
}
