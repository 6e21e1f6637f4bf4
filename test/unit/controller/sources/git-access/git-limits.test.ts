import { expect } from 'chai';
import { gitAccess } from '../../../../../src/controller/sources/git-access/git-access.ts';
import { GitError } from '../../../../../src/clients/git/references/git-error.ts';
import type { GitQuery, References } from '../../../../../src/clients/git/references/references.ts';
import { settled, VirtualClock } from '../../../../support/virtual-clock.ts';
import { clusterOf } from '../../registry-access/some-cluster.ts';
import { id, MINUTE, wanted } from './git-bed.ts';

/** A way to ask servers, and the queries that run at a time at most. */
interface Way {
  readonly urlOf: (server: number, repository: number) => string;
  readonly most: Readonly<Record<FirstAnswer, number>>;
  readonly perServer: number;
  readonly perServerAndNamespace: number;
}

/** The answer to the first query of a server. All later queries hang. */
type FirstAnswer = 'hangs' | 'answers' | 'fails';

const WAYS: Readonly<Record<string, Way>> = {
  'over HTTP': {
    urlOf: (server, repository) => `https://git-${server}.example/${repository}`,
    most: { hangs: 32, answers: 128, fails: 32 },
    perServer: 8,
    perServerAndNamespace: 7,
  },
  'by the git program': {
    urlOf: (server, repository) => `ssh://git@git-${server}.example/${repository}`,
    most: { hangs: 2, answers: 6, fails: 2 },
    perServer: 3,
    perServerAndNamespace: 2,
  },
};

const NAMESPACES = 4;

describe('the queries to git servers at a time', () => {
  let stop: AbortController;

  beforeEach(() => {
    stop = new AbortController();
  });
  afterEach(() => stop.abort());

  for (const [how, { urlOf, most, perServer, perServerAndNamespace }] of Object.entries(WAYS)) {
    for (const [first, count] of Object.entries(most) as readonly (readonly [FirstAnswer, number])[]) {
      it(`are ${count} ${how} to servers whose first query ${first}, and half of them for a namespace`, async () => {
        expect(await running(first, 80 * NAMESPACES, (server) => urlOf(server, 0), NAMESPACES)).to.equal(count);
        expect(await running(first, 80, (server) => urlOf(server, 0), 1)).to.equal(count / 2);
      });
    }

    it(`are ${perServer} ${how} to one server, and ${perServerAndNamespace} for a namespace`, async () => {
      expect(await running('answers', 20 * NAMESPACES, (repository) => urlOf(0, repository), NAMESPACES)).to.equal(
        perServer,
      );
      expect(await running('answers', 20, (repository) => urlOf(0, repository), 1)).to.equal(perServerAndNamespace);
    });
  }

  /** Returns how many queries hang in the end if these namespaces watch this number of repositories. */
  async function running(
    first: FirstAnswer,
    repositories: number,
    urlOf: (place: number) => string,
    namespaces: number,
  ): Promise<number> {
    const clock = new VirtualClock();
    const asked = new Set<string>();
    let count = 0;
    const ask = async ({ address }: GitQuery): Promise<References> => {
      const isFirst = !asked.has(address.url);
      asked.add(address.url);
      if (isFirst && first === 'answers') return new Map([['refs/heads/main', { id: id('1') }]]);
      if (isFirst && first === 'fails') throw new GitError('NetworkFailed', 'it is down', { scope: 'host' });
      count += 1;
      return new Promise(() => undefined);
    };
    const access = gitAccess({
      client: { get: clusterOf().get },
      clock,
      random: () => 0.5,
      overHttp: ask,
      byProgram: ask,
      findTrees: async () => ({ trees: new Map(), missing: new Set() }),
      onAsked: () => undefined,
      signal: stop.signal,
    });
    for (let place = 0; place < repositories; place += 1) {
      const account = { namespace: `team-${place % namespaces}`, serviceAccount: 'builder' };
      await access.watch(`w${place}`, wanted({ url: urlOf(place), account }));
    }
    await settled();
    await clock.advance(2 * MINUTE);
    return count;
  }
});
