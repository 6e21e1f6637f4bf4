import { expect } from 'chai';
import { runInProcess, type Outcome } from '../../../support/command.ts';
import { someClusterBuilder, someClusterBuildpack, someResolved } from '../../builders/some-world.ts';

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

  it('names each resource that offers a layer of the builder', async () => {
    const { stdout } = await resolve();
    expect(stdout).to.match(/^ +a\/b@1\.0\.0 +ClusterBuildpack meta .* ClusterBuildpack twin$/m);
    const { buildpacks } = JSON.parse((await resolve('-o', 'json')).stdout) as {
      readonly buildpacks: readonly object[];
    };
    expect(buildpacks[0]).to.deep.include({ id: 'a/b', alsoIn: [{ kind: 'ClusterBuildpack', name: 'twin' }] });
  });
});
