import { expect } from 'chai';
import { readBaseImage } from '../../../../src/builders/parts/base-image.ts';
import { digestOf } from '../../../../src/registry/digest.ts';
import { someBuildImage } from '../some-world.ts';

const image = someBuildImage();
const manifest = Buffer.from(image.manifest.content).toString();
const configuration = Buffer.from(image.config.content).toString();

describe('what is kept of a build image', () => {
  it('is read where it is what its digest stands for', () => {
    const reading = readBaseImage(named(manifest), manifest, configuration);
    expect(reading.kind).to.equal('known');
  });

  const list = '{"schemaVersion":2,"manifests":[]}';
  const noLayers = manifest.replace(/"layers":\[.*\]/, '"layers":[]');
  const notJson = manifest.slice(1);
  const badConfiguration = '{"os":7}';
  const pathAsDigest = manifest.replace(/("layers":\[.*"digest":")[^"]*/, '$1../../x');
  const lessThanNothing = manifest.replace(/("layers":\[.*"size":)/, '$1-');
  const deep = configuration.replace('{', `{"deep":${'['.repeat(10_000)}${']'.repeat(10_000)},`);
  const cases: readonly (readonly [string, string, string, string, string])[] = [
    ['other manifest', named(`${manifest} `), manifest, configuration, 'its manifest differs'],
    ['no digest', 'registry.example.com/build', manifest, configuration, 'its manifest differs'],
    ['index', named(list), list, configuration, 'its manifest is none of an image'],
    ['no JSON', named(notJson), notJson, configuration, 'its manifest is none of an image'],
    ['layer that is a path', named(pathAsDigest), pathAsDigest, configuration, 'its manifest is none of an image'],
    ['layer of -1 bytes', named(lessThanNothing), lessThanNothing, configuration, 'its manifest is none of an image'],
    ['other configuration', named(manifest), manifest, `${configuration} `, 'its configuration differs'],
    [
      'layers that do not match',
      named(noLayers),
      noLayers,
      configuration,
      'its manifest and its configuration tell of different layers',
    ],
    [
      'no configuration of an image',
      named(referringTo(badConfiguration)),
      referringTo(badConfiguration),
      badConfiguration,
      'its configuration is none of an image',
    ],
    [
      'configuration that nests too deeply',
      named(referringTo(deep)),
      referringTo(deep),
      deep,
      'its configuration is none of an image',
    ],
  ];
  for (const [what, name, theManifest, theConfiguration, reason] of cases) {
    it(`is refused: ${what}`, () => {
      const message = `what is kept of image ${name} is not that image: ${reason}; read it again by "taskpack inspect ${name}"`;
      expect(readBaseImage(name, theManifest, theConfiguration)).to.deep.equal({
        kind: 'unknown',
        reasons: [{ message }],
      });
    });
  }
});

function named(text: string): string {
  return `registry.example.com/build@${digestOf(Buffer.from(text))}`;
}

function referringTo(text: string): string {
  return manifest.replace(image.config.digest, digestOf(Buffer.from(text)));
}
