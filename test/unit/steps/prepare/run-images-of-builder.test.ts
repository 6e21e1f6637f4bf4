import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'smol-toml';
import { assembleBuilder } from '../../../../src/core/builders/image/assemble-builder.ts';
import { builderImageFromFacts } from '../../../../src/core/resolver/builder-image.ts';
import { readImageFacts } from '../../../../src/core/inspection/image-facts.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { writeRunImages } from '../../../../src/steps/prepare/run-images.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';
import { someContent } from '../../core/builders/image/some-content.ts';

/** test/integration/kpack-builders compares the bytes of these builders with the builders of kpack. */
describe('prepare: stack.toml and run.toml', () => {
  let workspace: Workspace;
  beforeEach(() => (workspace = makeWorkspace()));
  afterEach(() => workspace.remove());

  it("say the same as the files of taskpack's and kpack's builders", async () => {
    const image = assembleBuilder(someContent({ maximumPlatformApi: '0.12' }));
    const { runImages } = inspected(image);
    await writeRunImages(workspace.path, runImages);
    for (const name of ['stack.toml', 'run.toml']) {
      const written = parse(readFileSync(path.join(workspace.path, name), 'utf8'));
      expect(JSON.stringify(written), name).to.include('registry.example.com');
      expect(written, name).to.deep.equal(parse(fileIn(image, `/cnb/${name}`)));
    }
  });
});

type BuilderImage = ReturnType<typeof assembleBuilder>;

/** Returns the builder as the resolver sees it. */
function inspected({ manifest, config, baseLayers, layers }: BuilderImage) {
  const [manifestText, configText] = [manifest, config].map(({ content }) => Buffer.from(content).toString());
  const inspection = readImageFacts({
    name: 'registry.example.com/builder',
    digest: manifest.digest,
    layers: [...baseLayers, ...layers].map(({ descriptor }) => descriptor),
    manifest: manifestText ?? '',
    configuration: configText ?? '',
    config: JSON.parse(configText ?? '') as JsonObject,
  });
  if (inspection.kind === 'problems') throw new Error(inspection.problems.join('\n'));
  const reference = { image: 'registry.example.com/builder', path: [] };
  const builder = builderImageFromFacts(reference, { ...inspection.facts, uid: 1, gid: 1 }, () => undefined);
  if (builder === undefined) throw new Error('the image is a builder');
  return builder;
}

/** Returns the only file of a layer: the text between the header of 512 bytes and the padding (POSIX, pax, "ustar"). */
function fileIn({ layers }: BuilderImage, what: string): string {
  const layer = layers.find((candidate) => candidate.what === what);
  if (layer?.origin.kind !== 'content') throw new Error(`no layer ${what}`);
  const tar = gunzipSync(layer.origin.content);
  const start = tar.indexOf('[');
  return tar.subarray(start, tar.indexOf(0, start)).toString();
}
