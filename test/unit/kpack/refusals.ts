import { DIFFERENCES } from './differences/all.ts';
import type { KpackAnswer } from './oracle.ts';
import type { OurAnswer } from './our-pod.ts';
import type { Verdict } from './verdict.ts';

/** Checks that both reject the Build for kpack's reason. Refusals of taskpack only must be documented differences. */
export function compareRefusals(kpack: KpackAnswer, ours: OurAnswer): Verdict {
  if (ours.refusals === undefined) return verdict([`kpack refuses it, taskpack does not: ${kpack.refusal}`]);
  const { refusals } = ours;
  const reason = kpack.refusal === undefined ? undefined : reasonOf(kpack.refusal);
  if (reason !== undefined && refusals.some((refusal) => refusal.includes(reason))) return verdict([]);
  const listed = refusals.map((refusal) => ({ refusal, id: listedAs(refusal) }));
  const unlisted = listed.filter(({ id }) => id === undefined).map(({ refusal }) => refusal);
  const kpackSays = kpack.refusal ?? 'nothing';
  return {
    unexplained: unlisted.map((refusal) => `taskpack refuses it: ${refusal}; kpack says: ${kpackSays}`),
    used: new Set(listed.flatMap(({ id }) => id ?? [])),
  };
}

function verdict(unexplained: readonly string[]): Verdict {
  return { unexplained, used: new Set() };
}

function listedAs(refusal: string): string | undefined {
  return DIFFERENCES.find(({ refusal: words }) => words?.test(refusal))?.id;
}

/** Returns kpack's first message without its path. Knative appends the path, and taskpack prepends it. */
function reasonOf(refusal: string): string {
  const [first = ''] = refusal.split('\n');
  return first.replace(/^json: /, '').replace(/: (?:spec|metadata)[.[\w\], ]*$/, '');
}
