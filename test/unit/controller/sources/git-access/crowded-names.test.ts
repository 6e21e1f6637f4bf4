import { expect } from 'chai';
import { gitAccess, type GitAccess } from '../../../../../src/controller/sources/git-access/git-access.ts';
import { dataPacket } from '../../../../../src/clients/git/references/http/packets.ts';
import { GitOverHttp } from '../../../../support/git-over-http.ts';
import { settled, VirtualClock } from '../../../../support/virtual-clock.ts';
import { clusterOf } from '../../registry-access/some-cluster.ts';
import { MINUTE, resolved, wanted } from './git-bed.ts';

const COMMIT = '1'.repeat(40);
const BRANCHES = packets(['refs/heads/main', 'refs/heads/main-old', 'refs/tags/v1']);

/** A repository of a busy forge: each pull request has references. */
const PULLS = packets(Array.from({ length: 70_000 }, (_, pull) => `refs/pull/${pull}/head`));

describe('a git repository with more references than are read', () => {
  const git = new GitOverHttp();
  const clock = new VirtualClock();
  const stop = new AbortController();
  let access: GitAccess;
  let url: string;
  let crowdedLists: number;

  const asOf = (namespace: string, revision: string) =>
    wanted({ url, revision, account: { namespace, serviceAccount: 'default' } });
  const running = new Set<Promise<unknown>>();
  /** Waits until no query runs. Each takes real time, in which the virtual clock must not go on. */
  const answered = async (): Promise<void> => {
    await settled();
    while (running.size > 0) {
      await Promise.allSettled(running);
      await settled();
    }
  };

  before(async () => {
    url = await git.serve((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
        response.end(`${dataPacket('version 2')}${dataPacket('ls-refs')}0000`);
        return;
      }
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        const prefixes = [...body.matchAll(/ref-prefix (.*)\n/g)].map(([, prefix = '']) => prefix);
        if (prefixes.includes('refs/p')) crowdedLists += 1;
        const ofPulls = prefixes.filter((prefix) => prefix.startsWith('refs/p') || 'refs/p'.startsWith(prefix));
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
        response.end(`${matching(BRANCHES, prefixes)}${ofPulls.length > 0 ? matching(PULLS, ofPulls) : ''}0000`);
      });
    });
    access = gitAccess({
      client: clusterOf(),
      clock,
      random: () => 0.5,
      overHttp: async ({ address, names }) => {
        const asking = git.list(address.url, names, { idleMs: 60_000 }).finally(() => void running.delete(asking));
        running.add(asking);
        return asking;
      },
      byProgram: async () => new Map(),
      findTrees: async () => ({ trees: new Map(), missing: new Set() }),
      onAsked: () => undefined,
      signal: stop.signal,
    });
  });
  beforeEach(() => {
    crowdedLists = 0;
  });
  after(async () => {
    stop.abort();
    await git.end();
  });

  it('is resolved for everybody but the one whose revision is the beginning of too many', async function () {
    this.timeout(60_000);
    await access.watch('victim', asOf('team', 'main'));
    await access.watch('hostile', asOf('other', 'p'));
    await answered();
    expect(await access.watch('victim', asOf('team', 'main'))).to.deep.equal(resolved(COMMIT));
    const hostile = await access.watch('hostile', asOf('other', 'p'));
    expect(hostile).to.include({ kind: 'failed', reason: 'InvalidResponse' });
    expect(crowdedLists).to.equal(1);
    await access.watch('late', asOf('other', 'pull'));
    await access.watch('whole', asOf('other', 'refs/pull/7/head'));
    await answered();
    expect(await access.watch('whole', asOf('other', 'refs/pull/7/head'))).to.deep.equal(resolved(COMMIT));
    expect(await access.watch('victim', asOf('team', 'main'))).to.deep.equal(resolved(COMMIT));
  });

  it('is asked for the crowded name again after an hour', async function () {
    this.timeout(60_000);
    expect(crowdedLists).to.equal(0);
    const askedAgain = (): boolean => crowdedLists > 0;
    for (let round = 0; round < 50 && !askedAgain(); round += 1) {
      await clock.advance(20 * MINUTE);
      await answered();
    }
    expect(clock.elapsed()).to.be.within(60 * MINUTE, 120 * MINUTE);
    expect(await access.watch('victim', asOf('team', 'main'))).to.deep.equal(resolved(COMMIT));
  });
});

function packets(names: readonly string[]): readonly (readonly [name: string, packet: string])[] {
  return names.map((name) => [name, dataPacket(`${COMMIT} ${name}`)] as const);
}

/** Returns the packets of the references whose names begin with one of the prefixes. */
function matching(references: ReturnType<typeof packets>, prefixes: readonly string[]): string {
  return references
    .filter(([name]) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map(([, packet]) => packet)
    .join('');
}
