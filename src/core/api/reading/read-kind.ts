import type { z } from 'zod';
import { hasErrors, type FieldPath, type FieldProblem, type Location, type Problem } from '../../model/problem.ts';
import { unusableTexts } from '../kubernetes/formats.ts';
import { validateMetadata } from '../kubernetes/object-meta.ts';
import { foldCase, type FoldedCase, unfolded } from './fold-case.ts';
import { fieldsAt } from './schema-path.ts';
import { type EmptyTexts, omitEmpty } from './omit-empty.ts';
import type { RelatedKinds } from './misplaced-field.ts';
import { check } from './check-schema.ts';
import { withPlaceholderName } from './placeholder-name.ts';
import { isRelated, startsWith } from './lookup.ts';
import { conversionsOf } from './conversions-of-lists.ts';
import { type FieldConversion, convertFields, pathAfterConversion, pathBeforeConversion } from './convert-fields.ts';
import { locateField, locateProblem, type UnlocatedProblem, type WrittenObject } from './locate.ts';

/** The differences between one version of a kind and the version that taskpack converts objects to. */
interface VersionDefinition {
  /** The schema of objects in this version. Absent if the kind's own schema applies. */
  readonly schema?: z.ZodType;
  readonly conversions?: readonly FieldConversion[];
}

/** The schema, versions and rules of a kind. */
export interface KindDefinition<Value> {
  /** The `apiVersion` that objects of all versions are converted to. */
  readonly apiVersion: string;
  readonly schema: z.ZodType<Value>;
  /** The supported versions by name, the preferred version first. */
  readonly versions: Readonly<Record<string, VersionDefinition>>;
  /** The rules that a schema cannot express. */
  readonly rules?: (value: Value, writtenVersion: string) => readonly FieldProblem[];
  /** True if the schema requires a name, but objects may have a `generateName` instead. */
  readonly mayGenerateName?: true;
  /** In other fields, an empty string means a missing field. */
  readonly emptyTexts?: EmptyTexts;
  /** True if messages must not quote the object's values. */
  readonly isSecret?: true;
  /** The schemas of kinds with similar fields, for advice on unknown fields. */
  readonly related?: RelatedKinds;
  /** Present if the case of field names does not matter. Returns the fields where the schema takes any value. */
  readonly fieldsIgnoringCase?: (path: FieldPath) => readonly string[];
}

/** An object with optional metadata. */
export interface Named {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** The result of reading an object. `value` is absent if there is any problem. */
export interface Reading<Value> {
  readonly value?: Value;
  /** The object without its invalid parts, which rules can still be wrong about. Absent without a problem. */
  readonly repaired?: Value;
  /** True if a further problem of the field would only repeat a known one. */
  readonly isFaulty: (path: FieldPath) => boolean;
  readonly problems: readonly Problem[];
  readonly locate: (path: FieldPath) => Location | undefined;
  readonly writtenPath: (path: FieldPath) => FieldPath;
}

/** Validates and converts an object of this kind and version. Reports all problems at once. */
export function readKind<Value extends Named>(
  definition: KindDefinition<Value>,
  version: string,
  written: WrittenObject,
): Reading<Value> {
  const { schema, conversions: declared = [] } = definition.versions[version] ?? {};
  const { isSecret = false } = definition;
  const conversions = conversionsOf(written.value, declared);
  const folded = foldedCase(definition, conversions, written.value);
  const cleaned = omitEmpty(folded.value, definition.emptyTexts);
  const present = definition.mayGenerateName === true ? withPlaceholderName(cleaned) : cleaned;
  const before =
    schema === undefined
      ? { problems: [], faults: [], remainder: present, value: present }
      : check(schema, present, { isSecret });
  const converted = convertFields(before.remainder, conversions, definition.apiVersion);
  const after = check(definition.schema, converted.value, definition);

  const inText = (path: FieldPath): FieldPath =>
    folded.writtenPath(pathBeforeConversion(path, conversions, converted.applied, folded.value));
  const structural = [
    ...before.problems,
    ...converted.problems.map((problem) => mapped(problem, folded.writtenPath)),
    ...after.problems.map((problem) => mapped(problem, inText)),
  ];
  const refused = converted.problems.filter(({ severity }) => severity === 'error').flatMap(({ paths }) => paths);
  const faults = [...before.faults, ...refused, ...after.faults.map(inText)];
  const broken = brokenRules(definition, after.value, version).map((problem) => mapped(problem, inText));
  const problems = [...structural, ...broken.filter((problem) => !isFollowUp(problem, faults))];
  return {
    ...(after.value !== undefined && { [hasErrors(problems) ? 'repaired' : 'value']: after.value }),
    // A broken rule says nothing about the parts of its field.
    isFaulty: (path) =>
      faults.some((fault) => isRelated(inText(path), fault)) ||
      broken.some(({ paths }) => paths.some((fault) => startsWith(fault, inText(path)))),
    problems: [...folded.problems, ...problems].map((problem) => locateProblem(written, problem)),
    locate: (path) => locateField(written, inText(path)),
    writtenPath: inText,
  };
}

function foldedCase<Value>(
  definition: KindDefinition<Value>,
  conversions: readonly FieldConversion[],
  value: unknown,
): FoldedCase {
  const { schema, fieldsIgnoringCase } = definition;
  if (fieldsIgnoringCase === undefined) return unfolded(value);
  return foldCase(value, (path) => [
    ...fieldsAt(schema, pathAfterConversion(path, conversions)),
    ...conversions
      .flatMap(({ from }) => (startsWith(from, path) ? from.slice(path.length, path.length + 1) : []))
      .map(String),
    ...fieldsIgnoringCase(path),
  ]);
}

function brokenRules<Value extends Named>(
  { rules, isSecret }: KindDefinition<Value>,
  value: Value | undefined,
  version: string,
): readonly FieldProblem[] {
  if (value === undefined) return [];
  return [
    ...validateMetadata(value.metadata ?? {}),
    // The values of a Secret can be any bytes.
    ...(isSecret === true ? [] : unusableTexts(value, [])),
    ...(rules?.(value, version) ?? []),
  ];
}

function mapped(problem: UnlocatedProblem, change: (path: FieldPath) => FieldPath): UnlocatedProblem {
  const [first, ...others] = problem.paths;
  return { ...problem, paths: [change(first), ...others.map(change)] };
}

// A rule about a field above a fault, such as "exactly one of", holds whatever the fault is.
function isFollowUp({ paths }: FieldProblem, faults: readonly FieldPath[]): boolean {
  return paths.some((path) => faults.some((fault) => startsWith(path, fault)));
}
