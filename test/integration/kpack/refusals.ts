import { DIFFERENCES } from './differences/all.ts';
import type { KpackAnswer } from './oracle.ts';
import type { OurAnswer } from './our-pod.ts';
import type { Verdict } from './verdict.ts';

/** Both must refuse, and for kpack's reason; whatever else is refused by ours alone is a listed difference. */
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

/** The first of kpack's complaints, without the path that Knative puts behind it and ours in front. */
function reasonOf(refusal: string): string {
  const [first = ''] = refusal.split('\n');
  return first.replace(/^json: /, '').replace(/: (?:spec|metadata)[.[\w\], ]*$/, '');
}
