import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Image } from '../../../src/core/oci/image.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { runCommand, type Outcome } from '../../support/command.ts';
import { buildImage, builderImage, buildpackage, lifecycleImage } from './inspected-images.ts';
import { knownRegistry } from './known-registry.ts';

describe('taskpack inspect', () => {
  const registry = knownRegistry();

  function inspect(...args: readonly string[]): Outcome {
    return registry().run(['inspect', '-o', 'json', ...args]);
  }

  async function factsOf(name: string, image: Image): Promise<object> {
    const reference = await registry().push(image, name);
    const { stdout, stderr, status } = inspect(reference);
    expect([stderr, status]).to.deep.equal(['', 0]);
    const { image: written, digest, ...facts } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    expect([written, digest]).to.deep.equal([reference, image.manifest.digest]);
    return facts;
  }

  const header = {
    apiVersion: 'taskpack.dev/v1alpha1',
    kind: 'ImageFacts',
    platform: { os: 'linux', architecture: 'amd64' },
  };

  const apis = {
    buildpack: { supported: ['0.10', '0.11'] },
    platform: { deprecated: ['0.7'], supported: ['0.12', '0.13'] },
  };

  it('prints the facts of a builder', async () => {
    expect(await factsOf('builder', builderImage())).to.deep.equal({
      ...header,
      uid: 1001,
      gid: 1000,
      stackId: 'io.example.stack',
      lifecycle: { version: '0.20.12', apis },
      runImage: { image: 'registry.example.com/run' },
      images: [{ image: 'registry.example.com/run', mirrors: ['registry.example.com/mirror'] }],
      entrypoint: ['/cnb/lifecycle/launcher'],
    });
  });

  it('says which builders are trusted if LIFECYCLE_IMAGES is set', async () => {
    const reference = await registry().push(builderImage(), 'judged/builder');
    const env = { LIFECYCLE_IMAGES: `0.20.12=registry.example.com/lifecycle@sha256:${'e'.repeat(64)}` };
    const { stdout, stderr, status } = registry().run(['inspect', '-o', 'json', reference], { env });
    expect(stderr).to.match(/^note: .*: Builds with this builder have the builderTrust Untrusted: .*\n$/);
    expect(JSON.parse(stdout)).to.include({ image: reference });
    expect(status).to.equal(0);
    expect(registry().run(['inspect', reference], { env: { LIFECYCLE_IMAGES: 'wrong' } }).status).to.equal(2);
  });

  it("reads from a mirror if the registry is unreachable, under the registry's name", async () => {
    await registry().push(builderImage(), 'copies/builder');
    const mirror = `registry.invalid=${registry().address}/copies`;
    const { stdout, stderr } = inspect('registry.invalid/builder', '--registry-mirror', mirror);
    expect(stderr).to.equal('');
    expect(JSON.parse(stdout)).to.include({ image: 'registry.invalid/builder', uid: 1001 });
  });

  it('prints the facts of a build image with its manifest and configuration', async () => {
    const image = buildImage();
    const [layer] = image.layers;
    expect(await factsOf('build', image)).to.deep.equal({
      ...header,
      uid: 1001,
      gid: 1000,
      stackId: 'io.example.stack',
      mixins: ['build:git', 'curl'],
      manifest: Buffer.from(image.manifest.content).toString(),
      configuration: Buffer.from(image.config.content).toString(),
      layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', size: layer?.size, digest: layer?.digest }],
    });
  });

  it('prints the facts of a lifecycle with its layer', async () => {
    const image = lifecycleImage();
    const layer = image.layers.at(-1);
    expect(await factsOf('lifecycle', image)).to.deep.equal({
      ...header,
      lifecycle: {
        version: '0.20.12',
        api: { buildpack: '0.7', platform: '0.7' },
        apis,
        layer: {
          mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
          size: layer?.size,
          digest: layer?.digest,
          diffId: layer?.diffId,
        },
      },
    });
  });

  it('prints the facts of a buildpackage with its buildpacks', async () => {
    const image = buildpackage();
    const [child, parent] = image.layers.map(({ digest, size, diffId }) => ({
      diffId,
      digest,
      size,
      mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
    }));
    expect(await factsOf('buildpackage', image)).to.deep.equal({
      ...header,
      buildpackage: { id: 'example/meta', version: '2.0.0' },
      buildpacks: [
        {
          id: 'example/child',
          version: '1.2.0',
          api: '0.10',
          ...child,
          homepage: 'https://example.com/child',
          stacks: [{ id: '*' }],
          targets: [{ os: 'linux', arch: 'amd64' }],
        },
        {
          id: 'example/meta',
          version: '2.0.0',
          api: '0.10',
          ...parent,
          order: [{ group: [{ id: 'example/child', version: '1.2.0', optional: true }] }],
        },
      ],
    });
  });

  it('prints facts that taskpack translate reads', async () => {
    const reference = await registry().push(builderImage(), 'builder');
    const facts = path.join(registry().folder, 'facts.yaml');
    writeFileSync(facts, registry().run(['inspect', reference]).stdout);
    const build = `apiVersion: kpack.io/v1alpha2
kind: Build
metadata: {name: sample}
spec:
  tags: [registry.example.com/app]
  builder: {image: ${reference}}
  source: {blob: {url: https://example.com/app.zip}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: default}
`;
    const outcome = runCommand(['translate', '-f', '-', '-f', facts, '-o', 'name'], { stdin: build });
    expect(outcome).to.deep.equal({
      status: 0,
      stderr: '',
      stdout: 'serviceaccount/default-taskpack\ntaskrun.tekton.dev/sample-build\n',
    });
  });

  it('prints facts that can be appended to a file of other facts', async () => {
    const [builder, run] = [
      await registry().push(builderImage(), 'builder'),
      await registry().push(buildImage(), 'run'),
    ];
    const appended = [builder, run, builder].map((image) => registry().run(['inspect', image]).stdout).join('');
    const { documents, problems } = parseYaml(appended, 'facts.yaml');
    expect(problems).to.deep.equal([]);
    expect(documents.map(({ value }) => value)).to.have.length(3);
    expect(documents[1]?.value).to.deep.include({ kind: 'ImageFacts', image: run });
  });

  it('reports all problems and prints nothing', async () => {
    const labels = { 'io.buildpacks.builder.metadata': '{', 'io.buildpacks.stack.mixins': { no: 'list' } };
    const odd = await registry().push(builderImage(labels), 'odd');
    const { stdout, stderr, status } = inspect(
      odd,
      `${registry().address}/missing`,
      await registry().push(builderImage(), 'builder'),
    );
    expect([stdout, status]).to.deep.equal(['', 1]);
    expect(stderr.split('\n')).to.deep.equal([
      `error: ${odd}: label io.buildpacks.builder.metadata is not JSON`,
      `error: ${odd}: label io.buildpacks.stack.mixins: expected an array, found an object`,
      `error: ${registry().address}/missing:latest: not found at registry ${registry().address} (404 MANIFEST_UNKNOWN: manifest unknown); check the name`,
      '',
    ]);
  });

  it('names the registry if the registry has no credentials', async () => {
    const reference = await registry().push(builderImage(), 'builder');
    const { stderr, status } = runCommand(['inspect', reference]);
    expect(stderr).to.match(/^error: \S+\/builder:latest: .*\n$/);
    expect(stderr).to.contain('credentials');
    expect(status).to.equal(1);
  });
});
