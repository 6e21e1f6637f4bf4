import type { ComparedContainer, ComparedPod } from '../compared-pod.ts';
import type { KpackAnswer, Question } from '../oracle.ts';
import type { Layout, OurAnswer } from '../our-pod.ts';
import type { Subject } from '../subject.ts';

/** The Pods of both sides for one Build. */
export interface Pair {
  readonly kpack: ComparedPod;
  readonly ours: ComparedPod;
}

export interface Context {
  readonly subject: Subject;
  readonly question: Question;
  readonly layout: Layout;
  /** kpack's Pod in the `init` layout, regardless of the compared layout. */
  readonly kpackInit: ComparedPod;
}

export type Reconcile = (pair: Pair, context: Context) => Pair;

/** An intended difference. Its id is a row of docs/reference/kpack-differences.md. */
export interface Difference {
  readonly id: string;
  /** Removes the difference from kpack's Pod. Uses values of kpack and the Build if possible. */
  readonly reconcile?: Reconcile;
  /** Returns a changed request, if kpack's Pod for the original request cannot be compared. */
  readonly amend?: (question: Question, answers: Answers) => Question | undefined;
  /** Matches a refusal that kpack does not report, or reports with another message. */
  readonly refusal?: RegExp;
}

interface Answers {
  readonly subject: Subject;
  readonly kpack: KpackAnswer;
  readonly ours: OurAnswer;
}

/** Returns a difference that changes only kpack's Pod. */
export function onKpack(change: (kpack: ComparedPod, context: Context, ours: ComparedPod) => ComparedPod): Reconcile {
  return ({ kpack, ours }, context) => ({ kpack: change(kpack, context, ours), ours });
}

export function mapContainers(
  pod: ComparedPod,
  change: (container: ComparedContainer, name: string) => ComparedContainer,
): ComparedPod {
  const changed = Object.entries(pod.containers).map(([name, container]) => [name, change(container, name)] as const);
  return { ...pod, containers: Object.fromEntries(changed) };
}

export function isRebase(pod: ComparedPod): boolean {
  return 'rebase' in pod.containers;
}

/** Returns the object without the fields that match the predicate. */
export function without<Value>(
  fields: Readonly<Record<string, Value>>,
  isGone: (name: string, value: Value) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isGone(name, value)));
}
