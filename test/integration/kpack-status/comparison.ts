import type { JsonObject } from '../../../src/model/json.ts';
import { podProgress } from '../../../translators/native/progress.ts';
import { DIFFERENCES } from './differences/all.ts';
import type { Difference, Pair } from './differences/difference.ts';
import { ourStatus } from './our-status.ts';
import type { StatusOracle } from './status-oracle.ts';
import { BUILD, type Subject } from './subject.ts';
import { leavesOf, plain } from './plain-status.ts';

export interface Verdict {
  /** The condition that kpack writes, as it is. */
  readonly kpack: string;
  /** A line for each value that differs and is not listed. */
  readonly unexplained: readonly string[];
  /** The differences that were taken away. */
  readonly used: readonly string[];
}

/** Holds the status that our controller writes of a Pod against kpack's. */
export async function judge(subject: Subject, oracle: StatusOracle): Promise<Verdict> {
  const first: Pair = { kpack: plain(await statusOf(subject, oracle)), ours: plain(ourStatus(subject)) };
  const used: string[] = [];
  let standing: Standing = { subject, pair: first };
  for (const difference of DIFFERENCES) {
    const next = await without(difference, standing, oracle);
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

/** The two sides of a Pod that lacks the difference. */
async function without(
  { amend, reduce }: Difference,
  { subject, pair }: Standing,
  oracle: StatusOracle,
): Promise<Standing> {
  const amended = { ...subject, ...amend?.(subject) };
  const asked = amend === undefined ? pair : { ...pair, kpack: plain(await statusOf(amended, oracle)) };
  return { subject: amended, pair: reduce?.(asked, amended) ?? asked };
}

async function statusOf({ pod, log = [], image }: Subject, oracle: StatusOracle): Promise<JsonObject> {
  const containers = podProgress(pod).phases.map(({ container }) => container);
  const { status, error } = await oracle.ask({
    build: BUILD,
    pod,
    logs: Object.fromEntries(containers.map((container) => [container, log.join('\n')])),
    ...(image !== undefined && { image }),
  });
  if (status === undefined) throw new Error(`kpack: ${error}`);
  return status;
}

/** A line for each value that differs. */
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
