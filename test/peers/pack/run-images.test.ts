import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { readImageFacts } from '../../../src/core/inspection/image-facts.ts';
import { isJsonObject } from '../../../src/core/model/json.ts';
import { builderImageFromFacts } from '../../../src/core/resolver/builder-image.ts';
import { writeRunImages } from '../../../src/steps/prepare/run-images.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Universe } from '../../cluster/universe/universe.ts';
import { testClients } from '../../integration/registry/client-fixture.ts';
import { temporaryRegistry } from '../../integration/registry/temporary-registry.ts';
import { someUniverse } from '../../integration/universe/some-universe.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { publishByPack } from './packed-builder.ts';

/** The ways in which builder.toml names run images, given the address of a registry. */
const FORMS: Readonly<Record<string, (at: string) => string>> = {
  'a stack with mirrors': (at) => `[stack]
id = "io.test.stacks.tiny"
build-image = "${at}/build"
run-image = "${at}/run"
run-image-mirrors = ["${at}/mirror/run", "${at}/other/run"]
`,
  'a stack without mirrors': (at) => `[stack]
id = "io.test.stacks.tiny"
build-image = "${at}/build"
run-image = "${at}/run"
`,
  'several run images without a stack': (at) => `[build]
image = "${at}/build"
[[run.images]]
image = "${at}/run"
mirrors = ["${at}/mirror/run"]
[[run.images]]
image = "${at}/second-run"
`,
};

describe('prepare: stack.toml and run.toml, compared with a builder of pack', function () {
  this.timeout(300_000);
  const registry = temporaryRegistry('none');
  const clients = testClients();
  let workspace: Workspace;
  let pack: string;
  let images: Universe;

  before(async function () {
    // The first run builds pack and the lifecycle.
    this.timeout(1_800_000);
    images = await someUniverse();
    const programs = await ensurePrograms(['pack'], (line) => console.error(line));
    pack = programs.pack;
    for (const repository of ['run', 'second-run', 'mirror/run', 'other/run']) {
      await pushImage(images.run, { url: registry().url, repository }, 'latest');
    }
    await pushImage(images.build, { url: registry().url, repository: 'build' }, 'latest');
  });
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  for (const [number, [title, form]] of Object.entries(FORMS).entries()) {
    it(`say the same: ${title}`, async () => {
      const repository = `packed-${number}`;
      const tag = `${registry().address}/${repository}`;
      publishByPack({ pack, lifecycle: images.lifecycle, images: form(registry().address), tag });
      const { runImages, layers } = await inspected(repository);
      await writeRunImages(workspace.path, runImages);
      for (const name of ['stack.toml', 'run.toml']) {
        const written = parse(readFileSync(path.join(workspace.path, name), 'utf8'));
        expect(JSON.stringify(written), name).to.include(`${registry().address}/run`);
        expect(written, name).to.deep.equal(await fileOfPack(repository, layers, `cnb/${name}`));
      }
    });
  }

  /** Returns the run images as the resolver sees them, and the layers of the builder. */
  async function inspected(repository: string) {
    const reference = { registry: registry().address, repository, tag: 'latest' };
    const client = clients.make();
    const image = await client.config(reference, { os: 'linux', architecture: 'amd64' });
    const { manifest, layers, bytes, json } = image;
    const inspection = readImageFacts({
      name: `${registry().address}/${repository}`,
      digest: manifest.digest,
      layers,
      manifest: Buffer.from(manifest.bytes).toString(),
      configuration: Buffer.from(bytes).toString(),
      config: json,
    });
    if (inspection.kind === 'problems') throw new Error(inspection.problems.join('\n'));
    const builder = builderImageFromFacts({ image: repository, path: [] }, inspection.facts, () => undefined);
    if (builder === undefined) throw new Error('the image is a builder');
    return { runImages: builder.runImages, layers };
  }

  /** Returns the highest version of a file, without the empty lists of mirrors that the lifecycle leaves out. */
  async function fileOfPack(
    repository: string,
    layers: readonly { readonly digest: string }[],
    file: string,
  ): Promise<unknown> {
    for (const { digest } of layers.toReversed()) {
      const response = await fetch(`${registry().url}/v2/${repository}/blobs/${digest}`);
      const input = Buffer.from(await response.arrayBuffer());
      for (const name of [file, `/${file}`]) {
        const { status, stdout } = spawnSync('tar', ['-xzOP', name], { input, encoding: 'utf8' });
        if (status === 0) return withoutEmptyLists(parse(stdout));
      }
    }
    throw new Error(`no layer has ${file}`);
  }
});

function withoutEmptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyLists);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => !Array.isArray(field) || field.length > 0);
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutEmptyLists(field)]));
}
