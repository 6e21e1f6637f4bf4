import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { objectAt } from '../../../support/json-field.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { git, makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { runResolvers, type RunningResolvers } from '../source-resolvers/running-resolvers.ts';
import { imageBed, soon, type ImageBed } from './image-bed.ts';
import { runImages, type RunningImages } from './running-images.ts';

const NAMESPACE = 'sub-paths';
const INTERVAL_MS = 500;

describe('the Builds of Images with a sub path', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let bed: ImageBed;
  let repositories: Repositories;
  let server: GitServer;
  let folder: string;
  let isDown = false;
  let resolvers: RunningResolvers;
  let images: RunningImages;

  const revisionOf = async (kind: 'Build' | 'SourceResolver', name: string): Promise<unknown> => {
    const object = await bed.get(bed.named(kind, name));
    const source = objectAt(objectAt(object, kind === 'Build' ? 'spec' : 'status'), 'source');
    return objectAt(source, 'git')['revision'];
  };
  const asked = async (times: number): Promise<void> => {
    const before = resolvers.queries.length;
    await soon('further queries', async () => resolvers.queries.length >= before + times);
    await resolvers.settled();
    await images.settled();
  };
  const createBuilt = async (name: string, subPath: string): Promise<void> => {
    await bed.create(name, { source: { git: { url: `${server.url}/app.git`, revision: 'main' }, subPath } });
    await bed.finish(await bed.builds(name, 1, 'CONFIG'), 'True');
    await bed.reports(name, 'UpToDate');
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-sub-paths-'));
    repositories = makeRepositories();
    repositories.commit('app', { 'apps/web/a.txt': 'a', 'apps/api/a.txt': 'a' });
    git(path.join(repositories.folder, 'app.git'), 'config', 'uploadpack.allowFilter', 'true');
    server = await startGitServer(repositories.folder, { isDown: () => isDown });
    bed = await imageBed(cluster.client, NAMESPACE);
    resolvers = await runResolvers(cluster.kubeconfig, [NAMESPACE], folder, INTERVAL_MS, true);
    images = await runImages(cluster.kubeconfig, NAMESPACE);
  });
  after(async () => {
    await Promise.all([resolvers?.stop(), images?.stop()]);
    await bed?.remove();
    await server?.stop();
    repositories?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('start for commits that change the sub path, and for no others', async () => {
    await createBuilt('web', 'apps/web');
    const first = await revisionOf('Build', 'web-build-1');
    repositories.commit('app', { 'apps/api/a.txt': 'b' });
    await asked(4);
    expect(await bed.buildNames('web')).to.deep.equal(['web-build-1']);
    expect(await revisionOf('SourceResolver', 'web-source')).to.equal(first);
    const commit = repositories.commit('app', { 'apps/web/a.txt': 'b' });
    await bed.finish(await bed.builds('web', 2, 'COMMIT'), 'True');
    expect(await revisionOf('Build', 'web-build-2')).to.equal(commit);
    await bed.reports('web', 'UpToDate');
  });

  it('start for a commit that does not change the sub path if the server no longer has the earlier commit', async () => {
    await createBuilt('forced', 'apps/web');
    isDown = true;
    repositories.git('app', 'commit', '-q', '--amend', '-m', 'another message');
    git(path.join(repositories.folder, 'app.git'), 'gc', '-q', '--prune=now');
    isDown = false;
    await bed.finish(await bed.builds('forced', 2, 'COMMIT'), 'True');
    expect(await revisionOf('Build', 'forced-build-2')).to.equal(repositories.git('app', 'rev-parse', 'HEAD'));
    await bed.reports('forced', 'UpToDate');
  });
});
