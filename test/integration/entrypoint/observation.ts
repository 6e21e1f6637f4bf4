/** The observable effects of a scenario. */
export type Aspect =
  /** The exit code of a phase's entrypoint, or the signal that killed it. */
  | 'exit'
  /** The standard output of a phase. */
  | 'printed'
  /** The standard error of a phase, without the entrypoint's own messages. */
  | 'complained'
  /** True if the entrypoint prints a message of its own. */
  | 'says'
  /** A file that exists at the end: a mark, or the output of a command. */
  | 'file'
  | 'content'
  /** Facts that steps have recorded. */
  | 'noted';

export interface Fact {
  readonly aspect: Aspect;
  /** The phase or file that the fact is about. */
  readonly of: string;
  readonly value: string;
}

/** One fact as observed on both sides. */
export interface Discrepancy {
  readonly aspect: Aspect;
  readonly of: string;
  readonly tekton: string;
  readonly ours: string;
}

/** Returns the facts on which both sides differ. A fact that one side lacks is empty on that side. */
export function discrepancies(tekton: readonly Fact[], ours: readonly Fact[]): readonly Discrepancy[] {
  const [theirValues, ourValues] = [valuesOf(tekton), valuesOf(ours)];
  const facts = new Map([...tekton, ...ours].map((fact) => [keyOf(fact), fact]));
  return [...facts]
    .map(([key, { aspect, of }]) => ({
      aspect,
      of,
      tekton: theirValues.get(key) ?? '',
      ours: ourValues.get(key) ?? '',
    }))
    .filter((pair) => pair.tekton !== pair.ours);
}

function valuesOf(facts: readonly Fact[]): ReadonlyMap<string, string> {
  return new Map(facts.map((fact) => [keyOf(fact), fact.value]));
}

function keyOf({ aspect, of }: Fact): string {
  return `${aspect} of ${of}`;
}
