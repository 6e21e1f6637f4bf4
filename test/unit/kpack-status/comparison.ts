import type { JsonObject } from '../../../src/core/model/json.ts';
import { podProgress } from '../../../translators/progress/pod-progress.ts';
import { DIFFERENCES } from './differences/all.ts';
import type { Difference, Pair } from './differences/difference.ts';
import { ourStatus } from './our-status.ts';
import type { AskForStatus } from './status-oracle.ts';
import { BUILD, type Subject } from './subject.ts';
import { leavesOf, plain } from './plain-status.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';

export interface Verdict {
  /** The condition that kpack writes, unchanged. */
  readonly kpack: string;
  /** One line for each undocumented difference. */
  readonly unexplained: readonly string[];
  /** The documented differences that were removed. */
  readonly used: readonly string[];
}

/** Compares the status that taskpack's controller writes for a Pod with kpack's. */
export async function judge(subject: Subject, ask: AskForStatus): Promise<Verdict> {
  const first: Pair = { kpack: plain(await statusOf(subject, ask)), ours: plain(ourStatus(subject)) };
  const used: string[] = [];
  let standing: Standing = { subject, pair: first };
  for (const difference of DIFFERENCES) {
    const next = await without(difference, standing, ask);
    if (isSame(differing(next.pair), differing(standing.pair))) continue;
    used.push(difference.id);
    standing = next;
  }
  return { kpack: conditionOf(first.kpack), unexplained: differing(standing.pair), used };
}

interface Standing {
  readonly subject: Subject;
  readonly pair: Pair;
}

/** Returns both statuses for a Pod without the difference. */
async function without(
  { amend, reduce }: Difference,
  { subject, pair }: Standing,
  ask: AskForStatus,
): Promise<Standing> {
  const amended = { ...subject, ...amend?.(subject) };
  const asked = amend === undefined ? pair : { ...pair, kpack: plain(await statusOf(amended, ask)) };
  return { subject: amended, pair: reduce?.(asked, amended) ?? asked };
}

async function statusOf({ pod, log = [], image }: Subject, ask: AskForStatus): Promise<JsonObject> {
  const containers = podProgress(asPod(pod)).phases.map(({ container }) => container);
  const { status, error } = await ask({
    build: BUILD,
    pod,
    logs: Object.fromEntries(containers.map((container) => [container, log.join('\n')])),
    ...(image !== undefined && { image }),
  });
  if (status === undefined) throw new Error(`kpack: ${error}`);
  return status;
}

/** Returns one line for each different value. */
export function differing({ kpack, ours }: Pair): readonly string[] {
  const [theirs, own] = [leavesOf(kpack), leavesOf(ours)];
  const paths = [...new Set([...theirs.keys(), ...own.keys()])].toSorted();
  return paths
    .filter((path) => theirs.get(path) !== own.get(path))
    .map((path) => `${path}: kpack: ${theirs.get(path) ?? 'nothing'}; taskpack: ${own.get(path) ?? 'nothing'}`);
}

function conditionOf({ condition }: Pair['kpack']): string {
  return [condition.status, condition.reason].filter((word) => word !== undefined).join(' ');
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
