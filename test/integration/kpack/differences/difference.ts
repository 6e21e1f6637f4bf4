import type { ComparedContainer, ComparedPod } from '../compared-pod.ts';
import type { KpackAnswer, Question } from '../oracle.ts';
import type { Layout, OurAnswer } from '../our-pod.ts';
import type { Subject } from '../subject.ts';

/** The two Pods of one Build. */
export interface Pair {
  readonly kpack: ComparedPod;
  readonly ours: ComparedPod;
}

export interface Context {
  readonly subject: Subject;
  readonly question: Question;
  readonly layout: Layout;
  /** kpack's Pod in the `init` layout, whatever is compared. */
  readonly kpackInit: ComparedPod;
}

export type Reconcile = (pair: Pair, context: Context) => Pair;

/** A difference that is meant; its id is a row of docs/kpack-differences.md. */
export interface Difference {
  readonly id: string;
  /** kpack's Pod made ours in this one respect: by kpack's own values and the Build, as far as they say it. */
  readonly reconcile?: Reconcile;
  /** The question to ask kpack instead, where it would not make the same kind of Pod or none. */
  readonly amend?: (question: Question, answers: Answers) => Question | undefined;
  /** The words of a refusal that kpack has not or words otherwise. */
  readonly refusal?: RegExp;
}

interface Answers {
  readonly subject: Subject;
  readonly kpack: KpackAnswer;
  readonly ours: OurAnswer;
}

/** A difference that changes nothing but kpack's side. */
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

/** The object without those of its fields that the predicate names. */
export function without<Value>(
  fields: Readonly<Record<string, Value>>,
  isGone: (name: string, value: Value) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isGone(name, value)));
}
