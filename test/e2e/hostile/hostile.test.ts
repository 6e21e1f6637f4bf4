import { expect } from 'chai';
import { rejection } from '../../integration/registry/rejection.ts';
import { matrix } from '../../support/matrix.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { BROKEN_BUILDS, endOfBrokenBuild } from './broken-builds.ts';
import { startHostileBed, type HostileBed } from './hostile-bed.ts';
import { coveringWorkload, hostileWorkload, type HostileWorkload } from './hostile-build.ts';
import {
  ALLOWED_IDENTITY,
  allOf,
  DEBUGGED,
  defendedCases,
  ENDING,
  HARMLESS_LINKS,
  LINKED,
  openCases,
  proofCases,
  type HostileCase,
} from './hostile-cases.ts';
import { remainsOf, successesOf, type SuccessName } from './remains.ts';
import { survivalMs } from './survival.ts';
import { withoutDefences, withoutTokens } from './without-defences.ts';

/** More Builds at once take longer, because each of them starts eight containers. */
const AT_ONCE = 6;

/**
 * By default, one Build of each backend tries all attacks that the backend stops, and TaskRuns try those that end a Build. One TaskRun is
 * debugged, and one Build of each backend has an allowed identity.
 */
const DEFENDED = matrix(
  allOf(defendedCases),
  allOf(defendedCases).filter(
    ({ backend, title }) =>
      (title === 'everything' && backend !== 'pinned-task') ||
      title === ALLOWED_IDENTITY ||
      title === 'everything-as-root' ||
      title === 'redirected-as-root' ||
      (title === 'killed-as-root' && backend === 'taskrun') ||
      (title === LINKED && backend !== 'init') ||
      (title === 'failing' && backend !== 'init' && backend !== 'pinned-task') ||
      (backend === 'containers' && title === HARMLESS_LINKS) ||
      (backend === 'taskrun' && title === DEBUGGED) ||
      (backend === 'taskrun' && ENDING[backend].some((attack) => attack === title)),
  ),
);

/** Proofs that the default run leaves out: of an attack that `containers` hinders, and a second one of an attack. */
const EXTRA_PROOFS: readonly string[] = ['killed', 'identity-of-the-account'];

/** The `init` layout gives the reasons of `containers`. */
const BROKEN = matrix(
  BROKEN_BUILDS,
  BROKEN_BUILDS.filter(({ backend }) => backend !== 'init'),
);

const OPEN = matrix(allOf(openCases), []);

/**
 * By default, one backend shows that each attack works without the defences. Nothing there can end the waiter. Every backend
 * shows that buildpacks find an identity.
 */
const PROOFS = matrix(
  allOf(proofCases),
  allOf(proofCases).filter(
    ({ backend, title, build }) =>
      (backend === 'containers' && !EXTRA_PROOFS.includes(title) && build.cache !== 'volume') ||
      (backend !== 'pinned-task' && title === 'identity') ||
      (backend === 'taskrun' && (title.startsWith('early-by-') || title === 'changed-as-root' || title === LINKED)) ||
      (backend === 'taskrun' && title === 'artifacts') ||
      ((backend === 'taskrun' || backend === 'task') && title === 'results'),
  ),
);

const CHANGES: Readonly<Record<HostileCase['without'], (workload: HostileWorkload) => HostileWorkload>> = {
  nothing: (workload) => workload,
  tokens: withoutTokens,
  all: withoutDefences,
};

/**
 * Without tokens, the link of a buildpack and the waiter that removes it run a race, which the buildpack can lose. So this proof
 * tries up to ten times. Every other Build has one attempt, because a defence must hold at each attempt.
 */
function attemptsOf(without: HostileCase['without']): readonly number[] {
  return without === 'tokens' ? Array.from({ length: 10 }, (_, index) => index + 1) : [1];
}

/** True if no attack of the Build has succeeded, although one should. */
function isMissed(found: readonly SuccessName[], expected: readonly SuccessName[]): boolean {
  return found.length === 0 && expected.length > 0;
}

describe('hostile buildpacks on the node', function () {
  this.timeout(900_000);
  let bed: HostileBed;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startHostileBed();
  });
  after(() => bed?.stop());

  sideBySide(
    {
      ...tests(DEFENDED, 'gain nothing by'),
      ...tests(OPEN, 'gain what the documentation says by'),
      ...tests(PROOFS, 'succeed without the defences by'),
      ...Object.fromEntries(
        BROKEN.map(({ backend, path, target, cause }) => [
          `fail with a reason if their builder image has a link from ${path} to ${target}, with ${backend}`,
          async () => {
            const end = await endOfBrokenBuild(bed, { backend, path, target });
            expect(end.cause).to.match(cause);
            expect(successesOf(end.remains)).to.deep.equal([]);
          },
        ]),
      ),
      'are refused if their builder image has a volume over the waiter': async () => {
        const error = await rejection(coveringWorkload(bed));
        expect(error).to.match(/builder image .*-covering@.* declares the volume "\/covering\/the\/waiter"/);
      },
    },
    { atOnce: AT_ONCE },
  );

  function tests(cases: readonly HostileCase[], outcome: string): Readonly<Record<string, () => Promise<void>>> {
    return Object.fromEntries(
      cases.map(({ backend, title, build, successes, identified, without }) => [
        `${outcome} ${title} with ${backend}`,
        async () => {
          const name = `${outcome.split(' ')[0]}-${title}-${backend}`;
          for (const attempt of attemptsOf(without)) {
            const ran = attempt === 1 ? name : `${name}-${attempt}`;
            const workload = CHANGES[without](await hostileWorkload(bed, backend, ran, build));
            const remains = await remainsOf(bed, workload);
            // Other backends do not let a buildpack end its waiter, or have none.
            const survival = ENDING[backend].includes('killed') ? survivalMs(remains.logs) : undefined;
            if (survival !== undefined)
              console.log(`      ${ran}: the buildpack went on for ${survival} ms without its waiter`);
            if (isMissed(successesOf(remains), successes) && attempt < attemptsOf(without).length) continue;
            expect(successesOf(remains), ran).to.deep.equal(successes);
            expect(remains.identified, ran).to.have.members(identified);
            return;
          }
        },
      ]),
    );
  }
});
