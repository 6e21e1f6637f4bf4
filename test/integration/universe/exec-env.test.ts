import { expect } from 'chai';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseJson, type JsonObject } from '../../../src/core/model/json.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { writeRunImages } from '../../../src/steps/prepare/run-images.ts';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import { hello } from '../../cluster/universe/working-buildpacks.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { someAccount, someBuild } from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';
import { objectAt } from '../../support/json-field.ts';
import { readWorkload } from '../../support/workload.ts';
import type { Workspace } from '../../support/workspace.ts';
import { testClients } from '../registry/client-fixture.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { builderEnvironment, builderFacts, makeVolumes } from './phase-environment.ts';
import { runContainer, type PhaseContainer } from './phase-runner.ts';
import { someUniverse } from './some-universe.ts';
import { unpackBuilder } from './unpacked-builder.ts';

const API = '0.15';
const PHASES = ['analyze', 'detect', 'restore', 'build', 'export'];
const VOLUMES = ['layers', 'workspace', 'tmp', 'projectMetadata', 'var/report', 'var/analyzed', 'var/detected'];

type TestDocument = ReturnType<typeof builderFacts>;

/** Runs in `test` only, and prints the environment. */
const FOR_TESTS = {
  kind: 'component',
  id: 'test/for-tests',
  version: '1.0.0',
  api: '0.12',
  execEnv: ['test'],
  detect: 'echo "detected for $CNB_EXEC_ENV" >&2; exit 0',
  build: 'echo "builds for $CNB_EXEC_ENV"',
} as const;

describe('Builds for an execution environment with lifecycle 0.21.14', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  let builder: Workspace;

  before(async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    const images = await someUniverse('0.21.14');
    await pushImage(images.run, { url: registry().url, repository: 'run' }, 'latest');
    builder = unpackBuilder({
      lifecycle: images.lifecycle,
      packages: [buildpackage([hello('1.1.0')]), buildpackage([FOR_TESTS])],
      group: [],
      app: ['hello.txt'],
    });
    const group = [
      '[[order.group]]\nid = "test/hello"\nversion = "1.1.0"\n',
      '[[order.group]]\nid = "test/for-tests"\nversion = "1.0.0"\noptional = true\n',
    ];
    builder.write({
      'cnb/order.toml': `[[order]]\n${group.join('')}`,
      'cnb/run.toml': `[[images]]\nimage = "${run().image}"\n`,
    });
  });
  after(() => builder.remove());

  it('run the buildpacks of the environment, and write the environment into a label', async () => {
    const output = await build('label', { 'taskpack.dev/exec-env': 'test' });
    expect(output).to.include('builds for test\n');
    expect(await labelOf('label')).to.equal('test');
  });

  it('run no buildpack of another environment', async () => {
    const output = await build('other', { 'taskpack.dev/exec-env': 'development' });
    expect(output).not.to.include('builds for');
    expect(await labelOf('other')).to.equal('development');
  });

  it('restore the layers of the same environment only', async () => {
    const restored = /Restoring data for "test\/hello:data" from cache/;
    expect(await build('cached', { 'taskpack.dev/exec-env': 'test' })).not.to.match(restored);
    expect(await build('cached', { 'taskpack.dev/exec-env': 'test' })).to.match(restored);
    const afterTest = await build('cached', { 'taskpack.dev/last-exec-env': 'test' });
    expect(afterTest).not.to.match(/Restoring/);
    expect(await build('cached', {})).to.match(restored);
  });

  it('name the run image in the label of the image although the builder has no run.toml', async () => {
    const file = path.join(builder.path, 'cnb/run.toml');
    renameSync(file, `${file}.away`);
    try {
      const { value } = builderFacts(API, run());
      const { images: _, ...facts } = value as JsonObject;
      await build('own-run-toml', { 'taskpack.dev/exec-env': 'test' }, { value: facts });
    } finally {
      renameSync(`${file}.away`, file);
    }
    const metadata = parseJson(
      String((await labelsOf('own-run-toml'))['io.buildpacks.lifecycle.metadata']),
    ) as JsonObject;
    expect(objectAt(metadata, 'runImage')).to.include({ image: run().image });
  });

  /** Builds into a repository with a cache image, and returns the output of all phases. */
  async function build(
    repository: string,
    annotations: JsonObject,
    facts: TestDocument = builderFacts(API, run()),
  ): Promise<string> {
    for (const name of VOLUMES.filter((one) => one !== 'workspace'))
      rmSync(path.join(builder.path, name), { recursive: true, force: true });
    makeVolumes(builder.path, VOLUMES);
    builder.write({ 'home/.docker/config.json': '{"auths":{}}' });
    await writeRunImages(path.join(builder.path, 'var/run-images'), { stack: run(), images: [run()] });
    const environment = builderEnvironment(builder, API);
    let output = '';
    for (const container of containers(repository, annotations, facts)) {
      const result = runContainer(container, environment);
      output += result.output;
      expect(result.status, output).to.equal(0);
    }
    return output;
  }

  function containers(repository: string, annotations: JsonObject, facts: TestDocument): readonly PhaseContainer[] {
    const name = `${registry().address}/${repository}`;
    const spec = { tags: [name], cache: { registry: { tag: `${name}-cache` } } };
    const documents = [someBuild(spec, { annotations }), someAccount(), facts];
    const { manifests, problems } = translate(documents, someOptions({ to: 'pod' }));
    expect(problems).to.deep.equal([]);
    const all = readWorkload([...manifests].at(-1)).containers as unknown as readonly PhaseContainer[];
    return all.filter((container) => PHASES.includes(container.name));
  }

  function run() {
    return { image: `${registry().address}/run`, mirrors: [] };
  }

  async function labelOf(repository: string): Promise<unknown> {
    return (await labelsOf(repository))['io.buildpacks.exec-env'];
  }

  async function labelsOf(repository: string): Promise<Readonly<Record<string, string>>> {
    const image = { registry: registry().address, repository, tag: 'latest' };
    const { json } = await clients.make().config(image, { os: '', architecture: '' });
    const { Labels } = json['config'] as { readonly Labels: Readonly<Record<string, string>> };
    return Labels;
  }
});
