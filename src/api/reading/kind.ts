import type { z } from 'zod';
import type { FieldPath, FieldProblem, Location, Problem } from '../../model/problem.ts';
import { validateMetadata } from '../meta/validate-metadata.ts';
import { withoutAbsent } from './absent.ts';
import { check, type Checked } from './check.ts';
import { isRelated } from './lookup.ts';
import { moveFields, writtenPath, type Move } from './move.ts';
import { locateField, placeProblem, type UnplacedProblem, type WrittenObject } from './placing.ts';

/** How one version of a kind differs from the one that it is read into. */
interface VersionDefinition {
  /** The schema of the object as written; absent: the kind's own. */
  readonly schema?: z.ZodType;
  readonly moves?: readonly Move[];
}

/** How the objects of a kind are read. */
export interface KindDefinition<Value> {
  /** The version that objects are read into, in full. */
  readonly apiVersion: string;
  readonly schema: z.ZodType<Value>;
  /** By name of the version, the favoured one first. */
  readonly versions: Readonly<Record<string, VersionDefinition>>;
  /** What a schema cannot say. */
  readonly rules?: (value: Value, writtenVersion: string) => readonly FieldProblem[];
  /** Fields in which an empty text is a value and does not stand for a missing one. */
  readonly emptyTexts?: readonly string[];
  /** Whether messages must not show the object's values. */
  readonly isSecret?: true;
}

/** What every kind that is read has. */
export interface Named {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** An object that was read. */
export interface ReadObject<Kind extends string, Value> {
  readonly kind: Kind;
  readonly value: Value;
  /** The version that it was written in, without the group. */
  readonly writtenVersion: string;
  /** The place in the text of a field, by the path that it has in `value`. */
  readonly locate: (path: FieldPath) => Location | undefined;
  /** The path that the field has in the text. */
  readonly writtenPath: (path: FieldPath) => FieldPath;
}

/** What reading an object gave: no value if anything is wrong with it. */
export interface Reading<Value> {
  readonly value?: Value;
  readonly problems: readonly Problem[];
  readonly locate: (path: FieldPath) => Location | undefined;
  readonly writtenPath: (path: FieldPath) => FieldPath;
}

/** Reads an object of this kind and version, and finds everything wrong with it. */
export function readKind<Value extends Named>(
  definition: KindDefinition<Value>,
  version: string,
  written: WrittenObject,
): Reading<Value> {
  const { schema, moves = [] } = definition.versions[version] ?? {};
  const isSecret = definition.isSecret ?? false;
  const present = withoutAbsent(written.value, definition.emptyTexts);
  const before = schema === undefined ? unchecked(present) : check(schema, present, isSecret);
  const moved = moveFields(before.remainder, moves, definition.apiVersion);
  const after = check(definition.schema, moved.value, isSecret);

  const inText = (path: FieldPath): FieldPath => writtenPath(path, moves, moved.made, written.value);
  const structural = [
    ...before.problems,
    ...moved.problems,
    ...after.problems.map((problem) => mapped(problem, inText)),
  ];
  const faults = [...before.faults, ...moved.problems.flatMap(({ paths }) => paths), ...after.faults.map(inText)];
  const broken = brokenRules(definition, after.value, version).map((problem) => mapped(problem, inText));
  const problems = [...structural, ...broken.filter((problem) => !isFollowUp(problem, faults))];
  return {
    ...(after.value !== undefined && problems.length === 0 && { value: after.value }),
    problems: problems.map((problem) => placeProblem(written, problem)),
    locate: (path) => locateField(written, inText(path)),
    writtenPath: inText,
  };
}

function unchecked(value: unknown): Checked<unknown> {
  return { problems: [], faults: [], remainder: value, value };
}

function brokenRules<Value extends Named>(
  { rules }: KindDefinition<Value>,
  value: Value | undefined,
  version: string,
): readonly FieldProblem[] {
  return value === undefined ? [] : [...validateMetadata(value.metadata ?? {}), ...(rules?.(value, version) ?? [])];
}

function mapped(problem: UnplacedProblem, change: (path: FieldPath) => FieldPath): UnplacedProblem {
  const [first, ...others] = problem.paths;
  return { ...problem, paths: [change(first), ...others.map(change)] };
}

function isFollowUp({ paths }: FieldProblem, faults: readonly FieldPath[]): boolean {
  return paths.some((path) => faults.some((fault) => isRelated(path, fault)));
}
