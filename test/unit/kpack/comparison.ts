import type { Json } from '../../../src/core/model/json.ts';
import { comparedPod } from './compared-pod.ts';
import { DIFFERENCES } from './differences/all.ts';
import type { Context, Pair } from './differences/difference.ts';
import type { KpackAnswers, Question } from './oracle.ts';
import { LAYOUTS, ourPod, type Layout } from './our-pod.ts';
import { pathDiff } from './path-diff.ts';
import { compareRefusals } from './refusals.ts';
import type { Subject } from './subject.ts';
import type { Verdict } from './verdict.ts';

/** Returns kpack's Pods of both layouts for each question. */
type AskForLayouts = (questions: readonly Question[]) => readonly KpackAnswers[];

/** A request to kpack, its response, and the differences for which the request was changed. */
export interface Inquiry {
  readonly subject: Subject;
  readonly question: Question;
  readonly answers: KpackAnswers;
  readonly used: ReadonlySet<string>;
}

/** Requests kpack's Pod for every Build. Repeats the request with a change for each documented difference. */
export function inquire(
  subjects: readonly Subject[],
  questionOf: (subject: Subject) => Question,
  ask: AskForLayouts,
): readonly Inquiry[] {
  const questions = subjects.map(questionOf);
  const answers = ask(questions);
  const inquiries = subjects.map((subject, index): Inquiry => {
    return { subject, question: at(questions, index), answers: at(answers, index), used: new Set() };
  });
  return amendAll(inquiries, ask);
}

/** Terminates, because each difference changes a request at most once. */
function amendAll(inquiries: readonly Inquiry[], ask: AskForLayouts): readonly Inquiry[] {
  const amended = inquiries.map(amend);
  const asked = amended.filter((one) => one !== undefined);
  if (asked.length === 0) return inquiries;
  const answers = ask(asked.map(({ question }) => question));
  const next = inquiries.map((inquiry, index) => {
    const again = amended[index];
    if (again === undefined) return inquiry;
    return { ...inquiry, ...again, answers: at(answers, asked.indexOf(again)) };
  });
  return amendAll(next, ask);
}

function amend({ subject, question, answers, used }: Inquiry): Pick<Inquiry, 'question' | 'used'> | undefined {
  const ours = ourPod(subject, 'init');
  for (const { id, amend: change } of DIFFERENCES) {
    const amended = used.has(id) ? undefined : change?.(question, { subject, kpack: answers.init, ours });
    if (amended !== undefined) return { question: amended, used: new Set([...used, id]) };
  }
  return undefined;
}

/** Compares taskpack's Pod of one layout with kpack's. */
export function compare({ subject, question, answers, used }: Inquiry, layout: Layout): Verdict {
  const ours = ourPod(subject, layout);
  const kpack = answers[layout];
  if (ours.pod === undefined || kpack.pod === undefined || answers.init.pod === undefined) {
    return withUsed(compareRefusals(kpack, ours), used);
  }
  const kpackInit = comparedPod(answers.init.pod, 'init');
  const pair = { kpack: comparedPod(kpack.pod, layout), ours: comparedPod(ours.pod, layout) };
  return withUsed(reconcileAll(pair, { subject, question, layout, kpackInit }), used);
}

/** Returns the Builds whose Pods differ, except for the documented differences, with one line for each layout and field. */
export function undocumented(inquiries: readonly Inquiry[]): readonly UndocumentedBuild[] {
  return inquiries.flatMap((inquiry) => {
    const differences = LAYOUTS.flatMap((layout) =>
      compare(inquiry, layout).unexplained.map((line) => `${layout}: ${line}`),
    );
    return differences.length === 0 ? [] : [{ build: JSON.stringify(inquiry.subject.written), differences }];
  });
}

interface UndocumentedBuild {
  readonly build: string;
  readonly differences: readonly string[];
}

function reconcileAll(pair: Pair, context: Context): Verdict {
  const used = new Set<string>();
  let current = pair;
  for (const { id, reconcile } of DIFFERENCES) {
    const next = reconcile?.(current, context) ?? current;
    if (next !== current && isChanged(current, next)) used.add(id);
    current = next;
  }
  return { unexplained: pathDiff(asJson(current.kpack), asJson(current.ours)), used };
}

/** Sorts keys, because their order has no meaning. */
function isChanged(before: Pair, after: Pair): boolean {
  return pathDiff(asJson(before), asJson(after)).length > 0;
}

function withUsed({ unexplained, used }: Verdict, more: ReadonlySet<string>): Verdict {
  return { unexplained, used: new Set([...used, ...more]) };
}

/** Converts an interface to JSON, because interfaces have no index signature. */
function asJson(value: object): Json {
  return value as Json;
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`there is no item ${index} among ${list.length}`);
  return item;
}
