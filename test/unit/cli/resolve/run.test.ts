import { expect } from 'chai';
import { runInProcess, type Outcome } from '../../../support/command.ts';
import {
  someClusterBuilder,
  someClusterBuildpack,
  someResolved,
  someStack,
  someStore,
} from '../../core/builders/some-world.ts';

const CHILD = someResolved('a/b', '1.0.0', '5');
const META = someResolved('a/meta', '1.0.0', '6', { order: [{ group: [{ id: 'a/b', version: '1.0.0' }] }] });

async function resolve(...args: readonly string[]): Promise<Outcome> {
  const objects = [
    someClusterBuilder([{ group: [{ id: 'a/meta' }] }]),
    someClusterBuildpack('meta', { buildpacks: [CHILD, META] }),
    someClusterBuildpack('twin', { buildpacks: [CHILD] }),
  ];
  const stdin = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  return runInProcess(['resolve', '--offline', '-f', '-', ...args], { stdin });
}

describe('taskpack resolve', () => {
  it('shows the order without the stack and the lifecycle, and warns that nothing is checked against them', async () => {
    const { status, stdout, stderr } = await resolve();
    expect(status).to.equal(0);
    expect(stdout).to.match(/^1 +a\/meta@1\.0\.0 /m);
    expect(stderr).to.match(/^warning: .* spec\.stack: not checked against the stack: ClusterStack "tiny" not found/m);
    expect(stderr).to.match(/^warning: .* spec\.lifecycle: not checked against the lifecycle: ClusterLifecycle/m);
  });

  it('says why a version was selected from a range', async () => {
    const order = [{ group: [{ id: 'a/b', version: '^1.0' }] }];
    const whyWith = async (...versions: readonly string[]): Promise<string> => {
      const buildpacks = versions.map((version, index) => someResolved('a/b', version, String(index + 5)));
      const objects = [someClusterBuilder(order), someClusterBuildpack('all', { buildpacks })];
      const stdin = objects.map((object) => JSON.stringify(object)).join('\n---\n');
      return (await runInProcess(['resolve', '--offline', '-f', '-'], { stdin })).stdout;
    };
    expect(await whyWith('1.0.0')).to.include('only version in ^1.0');
    expect(await whyWith('1.0.0', '1.1.0')).to.include('highest of 2 versions in ^1.0');
  });

  it('names each resource that offers a layer of the builder', async () => {
    const { stdout } = await resolve();
    expect(stdout).to.match(/^ +a\/b@1\.0\.0 +ClusterBuildpack meta .* ClusterBuildpack twin$/m);
    const { buildpacks } = JSON.parse((await resolve('-o', 'json')).stdout) as {
      readonly buildpacks: readonly object[];
    };
    expect(buildpacks[0]).to.deep.include({ id: 'a/b', alsoIn: [{ kind: 'ClusterBuildpack', name: 'twin' }] });
  });

  it('reports each image without facts once, in the resource that names the image', async () => {
    const byName = someClusterBuilder([{ group: [{ image: 'registry.example.com/one' }] }], {
      store: { kind: 'ClusterStore', name: 'default' },
    });
    const other = { ...byName, metadata: { name: 'other' } };
    const objects = [byName, other, someStack(), someStore()];
    const stdin = objects.map((object) => JSON.stringify(object)).join('\n---\n');
    const { stderr } = await runInProcess(['resolve', '--offline', '-f', '-'], { stdin });
    const lines = stderr.split('\n').filter((line) => line.includes('are missing'));
    const places = lines.map((line) =>
      /<stdin>:(\d+):\d+ (\S+): .* image (\S+) are missing/.exec(line)?.slice(1).join(' '),
    );
    expect(places).to.have.members([
      '5 spec.buildImage.image registry.example.com/build',
      '5 spec.runImage.image registry.example.com/run',
      '7 spec.sources[0].image registry.example.com/store-1',
      '7 spec.sources[1].image registry.example.com/store-2',
      '1 spec.order[0].group[0].image registry.example.com/one',
      '3 spec.order[0].group[0].image registry.example.com/one',
    ]);
  });
});
