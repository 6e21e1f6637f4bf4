import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IS_RELEASED, unreleasedImages, type ImageFlags } from '../../../src/cli/default-images.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { ROOT, runInProcess } from '../../support/command.ts';
import { sampleBuild, SAMPLE_SURROUNDINGS } from '../../support/sample.ts';

const SAMPLE_FILES = ['-f', 'config/samples/build.yaml', '-f', 'config/samples/facts.yaml'];
const PUSH = 'Push the images with "npm run images -- --push REGISTRY" in taskpack\'s repository, then add';
const UNRELEASED = `taskpack ${VERSION} is not released: no registry has`;
const STEPS = `taskpack/steps:${VERSION}`;
const ENTRYPOINT = `taskpack/entrypoint:${VERSION}`;

/** Returns the default images of an unreleased version. */
function images(flags: ImageFlags, environment: Readonly<Record<string, string>> = {}): readonly string[] {
  return unreleasedImages(flags, environment, false).map(({ image }) => image);
}

describe('default images that no registry has', () => {
  it('are those of a version that CHANGELOG.md does not list as released', () => {
    const isListed = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`\n## ${VERSION}`);
    expect(IS_RELEASED, 'set IS_RELEASED in src/cli/default-images.ts').to.equal(isListed);
  });

  describe('of an unreleased version', () => {
    it('are all default images', () => {
      expect(images({})).to.deep.equal([STEPS, ENTRYPOINT]);
      expect(images({}, { STEPS_IMAGE: '' })).to.deep.equal([STEPS, ENTRYPOINT]);
    });

    it('are not the images that an option or a variable names, even if it names the default', () => {
      expect(images({ stepsImage: STEPS })).to.deep.equal([ENTRYPOINT]);
      expect(images({}, { ENTRYPOINT_IMAGE: ENTRYPOINT })).to.deep.equal([STEPS]);
      expect(images({ imageRegistry: 'registry.example.com' })).to.deep.equal([]);
    });
  });

  it('do not exist for a released version', () => {
    expect(unreleasedImages({}, {}, true)).to.deep.equal([]);
  });

  if (IS_RELEASED) return;

  it('are a warning of taskpack install', async () => {
    const { status, stdout, stderr } = await runInProcess(['install']);
    const warning = `${UNRELEASED} ${STEPS} and ${ENTRYPOINT}, so Pods cannot pull them. ${PUSH} --image-registry REGISTRY`;
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: `warning: ${warning}\n` });
    expect(stdout).to.include(STEPS);
    expect((await runInProcess(['install', '--image-registry', 'registry.example.com'])).stderr).to.equal('');
  });

  it('are a warning of taskpack tasks, which prints no Task that uses the entrypoint', async () => {
    const warning = `${UNRELEASED} ${STEPS}, so Pods cannot pull it. ${PUSH} --steps-image REGISTRY/steps:${VERSION}`;
    expect((await runInProcess(['tasks'])).stderr).to.equal(`warning: ${warning}\n`);
    expect((await runInProcess(['tasks', '--steps-image', 'registry.example.com/steps'])).stderr).to.equal('');
  });

  it('are one note of taskpack translate for any number of Builds', async () => {
    const stdin = [SAMPLE_SURROUNDINGS, sampleBuild('one'), sampleBuild('two')].join('---\n');
    const { status, stderr } = await runInProcess(['translate', '-f', '-', '--sidecar', 'never'], { stdin });
    const note = `${UNRELEASED} ${STEPS}, so Pods cannot pull it. ${PUSH} --steps-image REGISTRY/steps:${VERSION}`;
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: `note: ${note}\n` });
  });

  it('are named by taskpack translate if the workload uses them', async () => {
    const { stderr } = await runInProcess(['translate', ...SAMPLE_FILES, '--sidecar', 'always']);
    const options = `--steps-image REGISTRY/steps:${VERSION} --entrypoint-image REGISTRY/entrypoint:${VERSION}`;
    expect(stderr).to.include(`${STEPS} and ${ENTRYPOINT},`).and.include(options);
    const variables = {
      STEPS_IMAGE: 'registry.example.com/steps',
      ENTRYPOINT_IMAGE: 'registry.example.com/entrypoint',
    };
    expect((await runInProcess(['translate', ...SAMPLE_FILES], { env: variables })).stderr).to.equal('');
  });

  it('do not fail taskpack translate --strict', async () => {
    const { status, stdout, stderr } = await runInProcess(['translate', ...SAMPLE_FILES, '--strict']);
    expect(status).to.equal(0);
    expect(stdout).to.include(STEPS);
    expect(stderr).to.match(/^note: /);
  });

  it('are not reported for -o name, whose output contains no image', async () => {
    expect((await runInProcess(['translate', ...SAMPLE_FILES, '-o', 'name'])).stderr).to.equal('');
  });
});
