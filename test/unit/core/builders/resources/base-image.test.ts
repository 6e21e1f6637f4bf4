import { expect } from 'chai';
import { readBaseImage } from '../../../../../src/core/builders/resources/base-image.ts';
import { digestOf } from '../../../../../src/core/oci/digest.ts';
import { someBuildImage } from '../some-world.ts';

const image = someBuildImage();
const manifest = Buffer.from(image.manifest.content).toString();
const configuration = Buffer.from(image.config.content).toString();

describe('the stored manifest and configuration of a build image', () => {
  it('are read if they match the digest', () => {
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
    ['other manifest', named(`${manifest} `), manifest, configuration, 'the manifest does not match the digest'],
    ['no digest', 'registry.example.com/build', manifest, configuration, 'the manifest does not match the digest'],
    ['index', named(list), list, configuration, 'the manifest is not an image manifest'],
    ['no JSON', named(notJson), notJson, configuration, 'the manifest is not an image manifest'],
    ['layer that is a path', named(pathAsDigest), pathAsDigest, configuration, 'the manifest is not an image manifest'],
    [
      'layer of -1 bytes',
      named(lessThanNothing),
      lessThanNothing,
      configuration,
      'the manifest is not an image manifest',
    ],
    [
      'other configuration',
      named(manifest),
      manifest,
      `${configuration} `,
      'the configuration does not match its digest',
    ],
    [
      'layers that do not match',
      named(noLayers),
      noLayers,
      configuration,
      'the manifest and the configuration list different layers',
    ],
    [
      'no configuration of an image',
      named(referringTo(badConfiguration)),
      referringTo(badConfiguration),
      badConfiguration,
      'the configuration is not an image configuration',
    ],
    [
      'configuration that nests too deeply',
      named(referringTo(deep)),
      referringTo(deep),
      deep,
      'the configuration is not an image configuration',
    ],
  ];
  for (const [what, name, theManifest, theConfiguration, reason] of cases) {
    it(`is refused: ${what}`, () => {
      const message = `the stored manifest and configuration of image ${name} are wrong: ${reason}; read them again with "taskpack inspect ${name}"`;
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
