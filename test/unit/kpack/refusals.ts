import { DIFFERENCES } from './differences/all.ts';
import type { KpackAnswer } from './oracle.ts';
import type { OurAnswer } from './our-pod.ts';
import type { Verdict } from './verdict.ts';

/** Checks that both reject the Build for kpack's reason. Refusals of taskpack only must be documented differences. */
export function compareRefusals(kpack: KpackAnswer, ours: OurAnswer): Verdict {
  if (ours.refusals === undefined) return verdict([`kpack refuses it, taskpack does not: ${kpack.refusal}`]);
  const { refusals } = ours;
  const reasons = (kpack.refusal ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map(reasonOf);
  const isShared = (refusal: string): boolean => reasons.some((reason) => refusal.includes(reason));
  const own = refusals.filter((refusal) => !isShared(refusal)).map((refusal) => ({ refusal, id: listedAs(refusal) }));
  const used = new Set(own.flatMap(({ id }) => id ?? []));
  const [first] = reasons;
  if (first !== undefined && refusals.some((refusal) => refusal.includes(first))) return { unexplained: [], used };
  const unlisted = own.filter(({ id }) => id === undefined).map(({ refusal }) => refusal);
  const kpackSays = kpack.refusal ?? 'nothing';
  return { unexplained: unlisted.map((refusal) => `taskpack refuses it: ${refusal}; kpack says: ${kpackSays}`), used };
}

function verdict(unexplained: readonly string[]): Verdict {
  return { unexplained, used: new Set() };
}

function listedAs(refusal: string): string | undefined {
  return DIFFERENCES.find(({ refusal: words }) => words?.test(refusal))?.id;
}

/** Returns a message of kpack without its path. Knative appends the path, and taskpack prepends it. */
function reasonOf(line: string): string {
  return line.replace(/^json: /, '').replace(/: (?:spec|metadata)[.[\w\], ]*$/, '');
}
