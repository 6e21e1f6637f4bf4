import { expect } from 'chai';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { runInProcess, type Outcome } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { imageBed, type ImageBed } from '../controllers/images/image-bed.ts';
import { runImages, type RunningImages } from '../controllers/images/running-images.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { writeDockerConfig } from '../registry/docker-config-file.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { namespaceUser, type NamespaceUser } from './namespace-user.ts';

const NAMESPACE = 'local-path';

/** The rights that docs/how-to/build-from-the-command-line.md names. */
const RULES = [
  { apiGroups: ['kpack.io'], resources: ['images'], verbs: ['get', 'list', 'watch', 'patch'] },
  { apiGroups: ['kpack.io'], resources: ['builds'], verbs: ['get', 'list', 'watch'] },
];

describe('taskpack build for a user of one namespace', function () {
  this.timeout(180_000);
  const registry = temporaryRegistry('basic');
  let cluster: Cluster;
  let bed: ImageBed;
  let controller: RunningImages;
  let user: NamespaceUser;
  let workspace: Workspace;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    bed = await imageBed(cluster.client, NAMESPACE);
    user = await namespaceUser(cluster, NAMESPACE, 'developer', RULES);
    controller = await runImages(cluster.kubeconfig, NAMESPACE);
    workspace = makeWorkspace();
    writeDockerConfig(path.join(workspace.path, 'docker'), [registry().address]);
    workspace.write({
      'app/hello.txt': 'world',
      'app/.gitignore': 'hello.txt',
      'app/.git/config': 'token',
    });
  });
  after(async () => {
    workspace?.remove();
    user?.remove();
    await controller?.stop();
    await bed?.remove();
  });

  it('pushes the directory, changes the source by digest, and waits for the Build of this source', async () => {
    const git = { url: 'https://git.example/app', revision: 'main' };
    await bed.create('app', { tag: `${registry().address}/team/app:1`, source: { git, subPath: 'sub' } });
    await bed.reports('app', 'ResolverNotReady');
    const built = build('app', '--wait');
    const source = await sourceOf('app');
    expect(source).to.match(new RegExp(`^${registry().address}/team/app-source@sha256:[0-9a-f]{64}$`));
    await resolve('app', source);
    await bed.finish(await bed.builds('app', 1, 'CONFIG'), 'True');
    const { stdout, stderr, status } = await built;
    expect({ stdout, status }).to.deep.equal({
      stdout: `image.kpack.io/app patched\nregistry.example/app@sha256:${'f'.repeat(64)}\n`,
      status: 0,
    });
    expect(stderr).to.match(
      new RegExp(`^note: pushes 2 files without .git to ${registry().address}/team/app-source\n(?:\\d+s .*\n)*$`),
    );
    expect(objectAt(await bed.get(bed.image('app')), 'spec')['source']).to.deep.equal({
      registry: { image: source },
      subPath: 'sub',
    });
    const tags = (await ask('/v2/team/app-source/tags/list')) as { readonly tags: readonly string[] };
    expect(tags.tags.toSorted()[0]).to.match(/^\d{8}\.\d{6}$/);
    expect(tags.tags.toSorted()[1]).to.equal('latest');
  });

  it('changes nothing if the directory is the same, and reports the end of the Build that exists', async () => {
    const stderr = `note: pushes 2 files without .git to ${registry().address}/team/app-source\nnote: Image app has this source already; "taskpack trigger app" builds it again\n`;
    expect(await build('app', '--wait')).to.deep.equal({
      status: 0,
      stdout: `image.kpack.io/app unchanged\nregistry.example/app@sha256:${'f'.repeat(64)}\n`,
      stderr,
    });
    const unchanged = { status: 0, stdout: 'image.kpack.io/app unchanged\n', stderr };
    expect(await build('app')).to.deep.equal(unchanged);
    expect(await build('app', '--exec-env', 'production')).to.deep.equal(unchanged);
    expect(await bed.buildNames('app')).to.deep.equal(['app-build-1']);
  });

  it('builds the next state of the directory, in another repository if an option names one', async () => {
    writeFileSync(path.join(workspace.path, 'app/hello.txt'), 'changed');
    const destination = `${registry().address}/elsewhere/sources`;
    const built = build('app', '--wait', '--local-path-destination-image', `${destination}:ignored`);
    const source = await sourceOf('app', destination);
    await resolve('app', source);
    await bed.finish(await bed.builds('app', 2, 'CONFIG'), 'False');
    const { stderr, status } = await built;
    expect(status).to.equal(1);
    expect(stderr).to.match(/\nerror: Build app-build-2 failed: the end\n$/);
  });

  it('builds the same directory for an execution environment, and waits for that Build', async () => {
    const destination = `${registry().address}/elsewhere/sources`;
    const before = await sourceOf('app', destination);
    const built = build('app', '--wait', '--local-path-destination-image', destination, '--exec-env', 'test');
    const third = await bed.builds('app', 3, 'CONFIG');
    const metadata = objectAt(await bed.get({ ...bed.image(third), kind: 'Build' }), 'metadata');
    expect(objectAt(metadata, 'annotations')).to.include({ 'taskpack.dev/exec-env': 'test' });
    await bed.finish(third, 'True');
    const { stdout, status } = await built;
    expect({ stdout, status }).to.deep.equal({
      stdout: `image.kpack.io/app patched\nregistry.example/app@sha256:${'f'.repeat(64)}\n`,
      status: 0,
    });
    expect(await sourceOf('app', destination)).to.equal(before);
  });

  it('reports what is wrong, and pushes and changes nothing then', async () => {
    await bed.create('other', { tag: `${registry().address}/team/other` });
    workspace.write({ 'empty/x': '' });
    rmSync(path.join(workspace.path, 'empty/x'));
    expect(await run(['other', '--local-path', path.join(workspace.path, 'empty')])).to.deep.equal(
      refused(`${workspace.path}/empty: the directory contains no file to build`),
    );
    expect(await build('none')).to.deep.equal(refused(`images.kpack.io "none" not found in namespace ${NAMESPACE}`));
    const { stderr, status } = await run(['other', '--local-path', path.join(workspace.path, 'app')], '/none');
    expect(status).to.equal(1);
    expect(stderr).to.match(/\nerror: .*\/team\/other-source.*\n$/);
    expect(objectAt(objectAt(await bed.get(bed.image('other')), 'spec'), 'source')).to.have.property('git');
  });

  function build(...args: readonly string[]): Promise<Outcome> {
    return run([...args, '--local-path', path.join(workspace.path, 'app')]);
  }

  function run(args: readonly string[], docker = path.join(workspace.path, 'docker')): Promise<Outcome> {
    return runInProcess(['build', ...args, '--kubeconfig', user.kubeconfig], { env: { DOCKER_CONFIG: docker } });
  }

  /** Waits until the Image has a source image, in a repository if one is given. */
  async function sourceOf(name: string, repository = ''): Promise<string> {
    for (;;) {
      const spec = objectAt(await bed.get(bed.image(name)), 'spec');
      const source = textAt(objectAt(objectAt(spec, 'source'), 'registry'), 'image');
      if (source?.startsWith(repository) === true) return source;
      await sleep(100);
    }
  }

  /** Plays the controller of SourceResolvers. */
  async function resolve(name: string, image: string): Promise<void> {
    const place = bed.named('SourceResolver', `${name}-source`);
    for (;;) {
      const resolver = await bed.get(place);
      const wanted = objectAt(objectAt(objectAt(resolver, 'spec'), 'source'), 'registry')['image'];
      if (wanted === image) {
        const observedGeneration = objectAt(resolver, 'metadata')['generation'];
        const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
        const content = { status: { observedGeneration, conditions, source: { registry: { image, subPath: 'sub' } } } };
        await cluster.client.send('PATCH', `${kpackPath(place)}/status`, content, 'application/merge-patch+json');
        return;
      }
      await sleep(100);
    }
  }

  async function ask(place: string): Promise<unknown> {
    const headers = { authorization: basicAuthorization() };
    return (await fetch(`${registry().url}${place}`, { headers })).json();
  }
});

function refused(message: string): Outcome {
  return { status: 1, stdout: '', stderr: `error: ${message}\n` };
}
