import { expect } from 'chai';
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import type { SourceResolver } from '../../../src/core/api/kpack/source-resolver.ts';
import { makeDispatcher } from '../../../src/clients/registry/client/transport/dispatcher.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { listedDifferences } from '../../unit/kpack/listed-differences.ts';
import { arbitraryResolver, type Places } from './arbitrary-resolver.ts';
import { DIFFERENCES } from './differences.ts';
import { ourSource } from './our-source.ts';
import { plainSource } from './plain-source.ts';
import { startSourceOracle, type SourceOracle } from './source-oracle.ts';

const WORLDS = 400;
const LISTED = listedDifferences().filter(({ table }) => table === 'SourceResolvers on a cluster');

describe('the statuses of SourceResolvers, compared with kpack', function () {
  this.timeout(600_000);
  const dispatcher = makeDispatcher({ guard: { allowed: '127.0.0.1' } });
  const http = { dispatcher, now: Date.now, timeouts: { idleMs: 60_000 } };
  const used = new Set<string>();
  let repositories: Repositories;
  let servers: readonly GitServer[];
  let places: Places;
  let oracle: SourceOracle;

  before(async function () {
    // The first run builds kpack.
    this.timeout(1_800_000);
    repositories = makeRepositories();
    const earlierCommit = repositories.commit('app', { 'a.txt': 'a' });
    repositories.git('app', 'tag', '-a', '-m', 'a tag', 'v1');
    repositories.git('app', 'tag', 'light');
    repositories.git('app', 'branch', 'release/1');
    repositories.git('app', 'push', '-q', 'origin', 'HEAD:refs/pull/7/head');
    const commit = repositories.commit('app', { 'a.txt': 'b' });
    const tagObject = repositories.git('app', 'rev-parse', 'v1');
    servers = [
      await startGitServer(repositories.folder),
      await startGitServer(repositories.folder, { isDown: () => true }),
    ];
    const [up, down] = servers.map(({ url }) => url);
    places = { urls: [`${up}/app.git`, `${up}/missing.git`, `${down}/app.git`], commit, earlierCommit, tagObject };
    const programs = await ensurePrograms(['source-oracle'], (line) => console.error(line));
    oracle = startSourceOracle(programs['source-oracle']);
  });
  after(async () => {
    await oracle?.close();
    await dispatcher.destroy();
    await Promise.all((servers ?? []).map(async (server) => server.stop()));
    repositories?.remove();
  });

  /** Compares both statuses, and records the differences that were needed. */
  const compare = async (resolver: SourceResolver): Promise<void> => {
    const { status, error } = await oracle.ask(resolver);
    if (status === undefined) throw new Error(`kpack: ${error}`);
    const ours = await ourSource(resolver, http);
    const amended = DIFFERENCES.reduce((kpack, { id, amend }) => {
      const next = amend(kpack, { resolver, answer: ours.answer });
      if (!isDeepStrictEqual(next, kpack)) used.add(id);
      return next;
    }, plainSource(status));
    expect(plainSource(ours.status)).to.deep.equal(amended);
  };

  it(`are the same in ${WORLDS} generated worlds, except for the listed differences`, async () => {
    await fc.assert(fc.asyncProperty(arbitraryResolver(places), compare), { numRuns: WORLDS, seed: 21 });
  });

  it('are polled by kpack exactly if its status says so', async () => {
    const polled = async (revision: string): Promise<boolean> => {
      const git = { url: places.urls[0], revision };
      const { isPolled } = await oracle.ask({ ...EMPTY, spec: { serviceAccount: 'builder', source: { git } } });
      return isPolled;
    };
    expect(await polled('main')).to.equal(true);
    expect(await polled(places.commit)).to.equal(false);
  });

  it('differ only where the document says so, and every row of it is needed', () => {
    expect(LISTED.map(({ id }) => id)).to.have.members(DIFFERENCES.map(({ id }) => id));
    expect(LISTED.filter(({ cells }) => cells.length !== 3 || cells.includes(''))).to.deep.equal([]);
    expect(DIFFERENCES.map(({ id }) => id).filter((id) => !used.has(id))).to.deep.equal([]);
  });
});

const EMPTY: Omit<SourceResolver, 'spec'> = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'SourceResolver',
  metadata: { name: 'app', namespace: 'team', generation: 1 },
};
