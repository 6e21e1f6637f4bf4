import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_IMAGES, ROOT, runInProcess } from '../../../support/command.ts';
import { makeWorkspace } from '../../../support/workspace.ts';

describe('taskpack tasks with ImageFacts that lack a field', () => {
  it('names the file of the facts', async () => {
    const facts =
      '{apiVersion: taskpack.dev/v1alpha1, kind: ImageFacts, image: r.example.com/builder, uid: 1, runImage: {image: r.example.com/run}}';
    const { stderr } = await runInProcess(['tasks', '--builder', 'r.example.com/builder', '-f', '-'], { stdin: facts });
    expect(stderr).to.equal(
      'error: builder image r.example.com/builder: ENV CNB_GROUP_ID not found (the ImageFacts at <stdin>:1:1 have no gid: add the field, or replace them by the output of "taskpack inspect r.example.com/builder")\n',
    );
  });
});

describe('taskpack tasks -o', () => {
  for (const name of ['out.yaml', 'tasks/out.yml', 'out.JSON']) {
    it(`refuses ${name}, which is not a name of a directory`, async () => {
      const { status, stdout, stderr } = await runInProcess(['tasks', '-o', name]);
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
      expect(stderr).to.include(`It must be yaml, json or a directory. To write a file, use: > ${name}`);
    });
  }
});

describe('taskpack tasks --all', () => {
  const NAMES = ['buildpacks', 'buildpacks-rebase', 'buildpacks-source'];

  it('writes the Tasks that the repository has', async () => {
    const workspace = makeWorkspace();
    try {
      const { status, stdout } = await runInProcess(['tasks', '--all', '-o', workspace.path], { env: DEFAULT_IMAGES });
      const files = NAMES.map((name) => path.join(name, `${name}.yaml`));
      expect([status, stdout]).to.deep.equal([0, files.map((file) => `${path.join(workspace.path, file)}\n`).join('')]);
      for (const file of files) {
        const committed = readFileSync(path.join(ROOT, 'tasks', file), 'utf8').replace(/^#.*\n/, '');
        expect(readFileSync(path.join(workspace.path, file), 'utf8'), file).to.equal(committed);
      }
    } finally {
      workspace.remove();
    }
  });

  it('refuses the name of another Task', async () => {
    const { status, stdout, stderr } = await runInProcess(['tasks', '--all', '--name', 'buildpacks-source']);
    expect([status, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.include(
      'error: --name: with --all, there is another Task buildpacks-source. Choose another name\n',
    );
  });
});

describe('taskpack tasks --platform', () => {
  const image = `registry.example.com/builder@sha256:${'a'.repeat(64)}`;
  const facts = `apiVersion: taskpack.dev/v1alpha1
kind: ImageFacts
image: ${image}
digest: sha256:${'a'.repeat(64)}
platform: { os: linux, architecture: amd64 }
uid: 1001
gid: 1000
stackId: io.example.stack
lifecycle: { version: 0.20.0, apis: { platform: { supported: ['0.7', '0.13'] } } }
runImage: { image: registry.example.com/run }
`;
  const run = async (platform: string, stdin = facts): ReturnType<typeof runInProcess> =>
    runInProcess(['tasks', '--builder', image, '-f', '-', '--platform', platform], { stdin });

  it('refuses facts of another platform', async () => {
    const { status, stdout, stderr } = await run('linux/arm64');
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.include(
      '<stdin>:5:1 platform: the ImageFacts are of linux/amd64, but --platform is linux/arm64. ' +
        `Replace them with the output of: taskpack inspect --platform linux/arm64 ${image}`,
    );
  });

  it('selects the facts of its platform from those of an index', async () => {
    const index = `indexDigest: sha256:${'a'.repeat(64)}\n`;
    const ofArm64 = facts.replace('architecture: amd64', 'architecture: arm64').replace('uid: 1001', 'uid: 2002');
    const { status, stdout, stderr } = await run('linux/arm64', `${facts}${index}---\n${ofArm64}${index}`);
    expect({ status, stderr }).to.have.property('status', 0, stderr);
    expect(stdout).to.include('2002').and.not.to.include('1001');
  });

  for (const platform of ['linux/amd64', 'linux/amd64/v2']) {
    it(`takes facts of linux/amd64 for ${platform}`, async () => {
      const { status, stderr } = await run(platform);
      expect({ status, stderr }).to.have.property('status', 0, stderr);
    });
  }
});
