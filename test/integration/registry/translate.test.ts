import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand, type Outcome } from '../../support/command.ts';
import { writeDockerConfig } from './docker-config-file.ts';
import { builderImage, lifecycleImage } from './inspected-images.ts';
import { knownRegistry } from './known-registry.ts';
import { ACCOUNT, buildOf, clusterBuilderOf, imageOf } from './translated-documents.ts';

describe('taskpack translate of files without facts', () => {
  const registry = knownRegistry();

  function translate(documents: readonly string[], ...args: readonly string[]): Outcome {
    const stdin = documents.join('---\n');
    return registry().run(['translate', '-f', '-', ...args], { stdin });
  }

  /** Writes the output of `taskpack inspect` for images to a file. */
  function factsOf(...images: readonly string[]): string {
    const file = path.join(registry().folder, 'facts.yaml');
    const { stdout, stderr } = registry().run(['inspect', ...images]);
    expect(stderr).to.equal('');
    writeFileSync(file, stdout);
    return file;
  }

  it('prints the same as with the facts of taskpack inspect', async () => {
    const image = builderImage();
    const tagged = await registry().push(image, 'builder', '1');
    const pinned = `${registry().address}/builder@${image.manifest.digest}`;
    const documents = [buildOf('tagged', tagged), imageOf('clustered'), clusterBuilderOf(pinned), ACCOUNT];
    const facts = factsOf(tagged, pinned);
    for (const workload of ['taskrun', 'pod']) {
      const args = ['--to', workload, '--now', '1700000000', '--platform-api', '0.12'];
      const asked = translate(documents, ...args);
      expect(asked).to.include({ status: 0, stderr: '' });
      expect(asked).to.deep.equal(translate(documents, ...args, '-f', facts, '--offline'));
      expect(asked.stdout).to.include(`image: ${pinned}\n`);
      expect(asked.stdout).to.not.include(tagged);
    }
  });

  it('reports images that no registry has or that are not builders, beside all other problems', async () => {
    const missing = `${registry().address}/missing:1`;
    const torn = await registry().push(builderImage({ 'io.buildpacks.builder.metadata': '{' }), 'torn', '1');
    const lifecycle = await registry().push(lifecycleImage(), 'lifecycle', '1');
    const documents = [
      buildOf('a', missing),
      buildOf('b', torn, 'activeDeadlineSeconds: 0'),
      imageOf('c'),
      clusterBuilderOf(lifecycle),
      buildOf('d', await registry().push(builderImage(), 'builder', '1')),
      ACCOUNT,
    ];
    expect(translate(documents, '--now', '1700000000').stderr.split('\n')).to.deep.equal([
      `error: <stdin>:6:20 spec.builder.image: ${missing}: not found at registry ${registry().address} (404 MANIFEST_UNKNOWN: manifest unknown); check the name`,
      `error: <stdin>:15:20 spec.builder.image: ${torn}: label io.buildpacks.builder.metadata is not JSON`,
      'error: <stdin>:17:26 spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
      `error: <stdin>:24:3 spec.builder: builder image ${lifecycle}: ENV CNB_USER_ID not found`,
      `error: <stdin>:24:3 spec.builder: builder image ${lifecycle}: ENV CNB_GROUP_ID not found`,
      '',
    ]);
  });

  it('names the registry that refuses an anonymous request', async () => {
    const builder = await registry().push(builderImage(), 'builder', '1');
    const outcome = runCommand(['translate', '-f', '-'], { stdin: [buildOf('a', builder), ACCOUNT].join('---\n') });
    expect(outcome).to.include({ status: 1, stdout: '' });
    const place = `error: <stdin>:6:20 spec.builder.image: ${builder}: registry ${registry().address} requires valid credentials (401`;
    expect(outcome.stderr.slice(0, place.length)).to.equal(place);
    expect(outcome.stderr).to.match(/add credentials for this registry[^\n]*\n$/);
  });

  it('reports unreadable credentials with all other problems', async () => {
    const home = path.join(registry().folder, 'home');
    writeDockerConfig(home, [], '{');
    const outcome = runCommand(['translate', '-f', '-'], {
      stdin: [buildOf('a', `${registry().address}/builder:1`, 'activeDeadlineSeconds: 0'), ACCOUNT].join('---\n'),
      env: { DOCKER_CONFIG: home },
    });
    expect(outcome).to.include({ status: 1, stdout: '' });
    const [credentials, ...others] = outcome.stderr.split('\n');
    expect(credentials).to.include(path.join(home, 'config.json'));
    expect(others).to.deep.equal([
      'error: <stdin>:8:26 spec.activeDeadlineSeconds: invalid value: 0 (must be between 1 and 2147483647, inclusive)',
      '',
    ]);
  });
});
