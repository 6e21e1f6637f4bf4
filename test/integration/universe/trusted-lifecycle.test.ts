import { expect } from 'chai';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { creatorHeadings } from '../../../src/insight/logs/creator-headings.ts';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { writeRunImages } from '../../../src/steps/prepare/run-images.ts';
import { analyzedRunImage, buildpacksOf } from '../../../src/steps/completion/attestation/findings.ts';
import { sbomFiles } from '../../../src/steps/completion/attestation/sbom-files.ts';
import { LIFECYCLE_APIS, LIFECYCLE_VERSIONS } from '../../cluster/universe/lifecycle-version.ts';
import type { Universe } from '../../cluster/universe/universe.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { someAccount, someBuild } from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';
import { readWorkload } from '../../support/workload.ts';
import type { Workspace } from '../../support/workspace.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { builderEnvironment, builderFacts, makeVolumes } from './phase-environment.ts';
import { runContainer, type PhaseContainer, type PhaseEnvironment } from './phase-runner.ts';
import { someUniverse } from './some-universe.ts';
import { unpackBuilder } from './unpacked-builder.ts';

const LIFECYCLE = `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}`;
const TRUSTED = { lifecycleImages: { '0.20.12': LIFECYCLE } };
const CREATOR = { creatorBuilders: ['registry.example.com/builder'] };
const PHASES = ['create', 'analyze', 'detect', 'restore', 'build', 'export'];
const VOLUMES = [
  'layers',
  'workspace',
  'tmp',
  'projectMetadata',
  'var/report',
  'var/run-images',
  'var/analyzed',
  'var/detected',
];

/** Every Platform API of kpack's lifecycle. A newer lifecycle has the default API and those that the older one lacks. */
const APIS = { '0.20.12': LIFECYCLE_APIS['0.20.12'].platform, '0.21.14': ['0.9', '0.15'] } as const;

for (const version of LIFECYCLE_VERSIONS)
  describe(`a builder's lifecycle ${version} and a lifecycle image`, function () {
    this.timeout(120_000);
    const registry = temporaryRegistry('none');
    const clients = testClients();
    let images: Universe;
    let builder: Workspace;
    let lifecycle: Workspace;

    before(async function () {
      // The first run builds the lifecycle.
      this.timeout(1_800_000);
      images = await someUniverse(version);
      await pushImage(images.run, { url: registry().url, repository: 'run' }, 'latest');
      lifecycle = unpackBuilder({ lifecycle: images.lifecycle, packages: [], group: [] });
      builder = unpackBuilder({
        lifecycle: images.lifecycle,
        packages: [images['hello-1.1.0']],
        group: ['test/hello@1.1.0'],
        app: ['hello.txt'],
      });
      builder.write({
        'cnb/order.toml': '[[order]]\n[[order.group]]\nid = "test/hello"\nversion = "1.1.0"\n',
        'cnb/stack.toml': `[run-image]\nimage = "${run().image}"\nmirrors = ["mirror.example.com/run"]\n`,
        'cnb/run.toml': `[[images]]\nimage = "${run().image}"\nmirrors = ["mirror.example.com/run"]\n`,
      });
    });
    after(() => {
      builder.remove();
      lifecycle.remove();
    });

    for (const api of APIS[version]) {
      it(`export the same image at Platform API ${api}`, async () => {
        const own = await ownDigest(api);
        expect(await digestOf(api, TRUSTED)).to.equal(own);
        expect(own).to.match(/^sha256:[0-9a-f]{64}$/);
      });

      it(`export the same image by the creator at Platform API ${api}`, async () => {
        const { status, output } = await runAll(api, CREATOR);
        expect(status, output).to.equal(0);
        const headings = output
          .split('\n')
          .map(creatorHeadings())
          .filter((phase) => phase !== undefined);
        expect(headings, output).to.deep.equal(['analyze', 'detect', 'restore', 'build', 'export']);
        expect(await digestAt(repository(api, CREATOR))).to.equal(await ownDigest(api));
      });
    }

    it('build with image extensions in the order only by the creator, unless an extension applies', async () => {
      const order = readFileSync(path.join(builder.path, 'cnb/order.toml'), 'utf8');
      const folder = 'cnb/extensions/test_extension/1.0.0';
      const detect = path.join(builder.path, folder, 'bin/detect');
      builder.write({
        'cnb/order.toml': `${order}[[order-extensions]]\n[[order-extensions.group]]\nid = "test/extension"\nversion = "1.0.0"\n`,
        [`${folder}/extension.toml`]: 'api = "0.10"\n[extension]\nid = "test/extension"\nversion = "1.0.0"\n',
        [`${folder}/bin/detect`]: '#!/bin/sh\nexit 100\n',
      });
      chmodSync(detect, 0o755);
      try {
        expect((await runAll('0.9', {})).output).to.include("experimental feature 'Dockerfiles'");
        const { status, output } = await runAll('0.9', CREATOR);
        expect(status, output).to.equal(0);
        writeFileSync(detect, '#!/bin/sh\nexit 0\n');
        expect((await runAll('0.9', CREATOR)).output).to.include('detected order contains extensions');
      } finally {
        builder.write({ 'cnb/order.toml': order });
      }
    });

    it('need the same bills of materials for the same image from Platform API 0.11 on', async () => {
      const folder = path.join(lifecycle.path, 'cnb/lifecycle');
      const bills = readdirSync(folder).filter((name) => name.includes('.sbom.'));
      const texts = bills.map((name) => readFileSync(path.join(folder, name)));
      expect(bills).to.have.length(6);
      for (const name of bills) rmSync(path.join(folder, name));
      try {
        expect(await digestOf('0.10', TRUSTED)).to.equal(await ownDigest('0.10'));
        expect(await digestOf('0.11', TRUSTED)).to.not.equal(await ownDigest('0.11'));
      } finally {
        for (const [place, name] of bills.entries()) writeFileSync(path.join(folder, name), texts[place] ?? '');
      }
    });

    it('leave the run image and the SBOM where completion reads them', async () => {
      for (const api of APIS[version]) {
        const digest = await digestOf(api, TRUSTED);
        const { runImage } = await analyzedRunImage({
          analyzed: path.join(builder.path, 'var/analyzed/analyzed.toml'),
        });
        expect(runImage, api).to.equal(`${registry().address}/run@${images.run.manifest.digest}`);
        const image = { registry: registry().address, repository: repository(api, TRUSTED), digest };
        const config = await clients.make().config(image, { os: '', architecture: '' });
        expect(buildpacksOf(config.json), api).to.deep.equal([{ id: 'test/hello', version: '1.1.0' }]);
        const { cyclonedx } = await sbomFiles(clients.make(), image, config);
        const components = cyclonedx.map((file): unknown => JSON.parse(file.toString()).metadata);
        const expected = Number(api.split('.')[1]) >= 11 ? ['launcher', 'lifecycle'] : [];
        expect(components, api).to.deep.equal(expected.map((name) => ({ component: { name } })));
      }
    });

    it('rebase to the same image', async () => {
      const previous = `${registry().address}/${repository('0.11', {})}@${await ownDigest('0.11')}`;
      await pushImage(patchedRun(), { url: registry().url, repository: 'patched-run' }, 'latest');
      const rebased = async (options: Partial<TranslateOptions>): Promise<string> => {
        const environment = await prepared('0.11');
        const tag = `rebased-${repository('0.11', options)}`;
        const [rebase, ...others] = rebaseContainers(tag, previous, options);
        if (rebase === undefined) throw new Error('a rebase has a phase');
        expect(others).to.deep.equal([]);
        const { status, output } = runContainer(rebase, environment);
        expect(status, output).to.equal(0);
        return digestAt(tag);
      };
      const own = await rebased({});
      expect(own).to.match(/^sha256:[0-9a-f]{64}$/);
      expect(previous).to.not.include(own);
      expect(await rebased(TRUSTED)).to.equal(own);
    });

    it('give the login to a builder with an exporter of its own, unless a lifecycle image is trusted', async () => {
      const stolen = path.join(builder.path, 'tmp/stolen');
      const program = path.join(builder.path, 'cnb/lifecycle/exporter');
      renameSync(program, `${program}.own`);
      writeFileSync(program, '#!/bin/sh\necho "stolen: $(cat "$HOME/.docker/config.json")"\n');
      chmodSync(program, 0o755);
      try {
        expect((await runAll('0.12', {})).output, stolen).to.include('stolen: {"auths":');
        expect((await runAll('0.12', TRUSTED)).output).to.not.include('stolen');
      } finally {
        renameSync(`${program}.own`, program);
      }
    });

    it('differ in the user: without the arguments, the lifecycle image tries to become root', async () => {
      const environment = await prepared('0.12');
      const [analyze] = containers('0.12', TRUSTED);
      if (analyze === undefined) throw new Error('a Build has phases');
      const args = analyze.args.filter((argument) => !/^-[ug]id=/.test(argument));
      const { status, output } = runContainer({ ...analyze, args }, environment);
      expect(status, output).to.not.equal(0);
      expect(output).to.include('exec as user 0:0');
    });

    /** The digest at each Platform API of an image that the builder's own lifecycle exported. */
    const ownDigests = new Map<string, Promise<string>>();
    const ownDigest = async (api: string): Promise<string> => {
      const digest = ownDigests.get(api) ?? digestOf(api, {});
      ownDigests.set(api, digest);
      return digest;
    };

    /** The run image with one layer more. */
    function patchedRun(): Image {
      const config = JSON.parse(Buffer.from(images.run.config.content).toString()) as Parameters<
        typeof makeImage
      >[0]['config'];
      const patch = makeLayer([{ path: '/patched', kind: 'file', content: 'patched' }]);
      return makeImage({ family: 'docker', config, layers: [...images.run.layers, patch] });
    }

    function run() {
      return { image: `${registry().address}/run`, mirrors: ['mirror.example.com/run'] };
    }

    async function digestOf(api: string, options: Partial<TranslateOptions>): Promise<string> {
      const { status, output } = await runAll(api, options);
      expect(status, output).to.equal(0);
      return digestAt(repository(api, options));
    }

    async function digestAt(name: string): Promise<string> {
      const response = await fetch(`${registry().url}/v2/${name}/manifests/latest`, {
        headers: {
          accept: 'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json',
        },
      });
      return response.headers.get('docker-content-digest') ?? '';
    }

    /** Runs the phases until one fails. Returns the last status and all output. */
    async function runAll(api: string, options: Partial<TranslateOptions>) {
      const environment = await prepared(api);
      let output = '';
      for (const container of containers(api, options)) {
        const result = runContainer(container, environment);
        output += `${container.name}: ${result.output}`;
        if (result.status !== 0) return { status: result.status, output };
      }
      return { status: 0, output };
    }

    /** Empties the volumes and writes the files of prepare. */
    async function prepared(platformApi: string): Promise<PhaseEnvironment> {
      for (const name of VOLUMES.filter((one) => one !== 'workspace'))
        rmSync(path.join(builder.path, name), { recursive: true, force: true });
      makeVolumes(builder.path, VOLUMES);
      builder.write({ 'home/.docker/config.json': '{"auths":{}}' });
      await writeRunImages(path.join(builder.path, 'var/run-images'), { stack: run(), images: [run()] });
      return builderEnvironment(builder, platformApi, { [LIFECYCLE]: { folder: lifecycle.path, environment: {} } });
    }

    function containers(api: string, options: Partial<TranslateOptions>): readonly PhaseContainer[] {
      const tags = [`${registry().address}/${repository(api, options)}`];
      return translated(someBuild({ tags }), api, options).filter(({ name }) => PHASES.includes(name));
    }

    function rebaseContainers(
      tag: string,
      previous: string,
      options: Partial<TranslateOptions>,
    ): readonly PhaseContainer[] {
      const spec = {
        tags: [`${registry().address}/${tag}`],
        runImage: { image: `${registry().address}/patched-run` },
        lastBuild: { image: previous, stackId: 'io.example.stack' },
      };
      const build = someBuild(spec, { annotations: { 'image.kpack.io/reason': 'STACK' } });
      return translated(build, '0.11', options).filter(({ name }) => name === 'rebase');
    }

    /** Returns the containers of a Build. */
    function translated(
      build: ReturnType<typeof someBuild>,
      api: string,
      options: Partial<TranslateOptions>,
    ): readonly PhaseContainer[] {
      const documents = [build, someAccount(), builderFacts(api, run())];
      const { manifests, problems } = translate(
        documents,
        someOptions({ to: 'pod', maximumPlatformApi: '0.15', ...options }),
      );
      expect(problems).to.deep.equal([]);
      return readWorkload([...manifests].at(-1)).containers as unknown as readonly PhaseContainer[];
    }
  });

/** Returns a repository of its own, so that no build finds the layers of another one. */
function repository(api: string, { lifecycleImages, creatorBuilders }: Partial<TranslateOptions>): string {
  if (creatorBuilders !== undefined) return `creator-${api}`;
  return `${lifecycleImages === undefined ? 'own' : 'trusted'}-${api}`;
}
