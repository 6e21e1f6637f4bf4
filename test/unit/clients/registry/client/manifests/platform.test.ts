import { expect } from 'chai';
import {
  selectByPlatform,
  platformName,
  type Platform,
} from '../../../../../../src/clients/registry/client/manifests/platform.ts';

function platform(text: string): Platform {
  const [os = '', architecture = '', variant] = text.split('/');
  return { os, architecture, ...(variant !== undefined && { variant }) };
}

describe('the image of an index for a platform', () => {
  /** The platforms of an index, the wanted platform, and the selected one; `-` means no platform. */
  const table: readonly (readonly [string, string, string | undefined])[] = [
    ['linux/amd64 linux/arm64', 'linux/arm64', 'linux/arm64'],
    ['linux/amd64 windows/amd64', 'windows/amd64', 'windows/amd64'],
    ['linux/amd64', 'linux/arm64', undefined],
    ['linux/amd64', 'windows/amd64', undefined],
    ['unknown/unknown linux/amd64', 'linux/amd64', 'linux/amd64'],
    ['linux/arm64/v8', 'linux/arm64', 'linux/arm64/v8'],
    ['linux/arm64', 'linux/arm64/v8', 'linux/arm64'],
    ['linux/arm64/8', 'linux/arm64/v8', 'linux/arm64/8'],
    ['linux/arm64', 'linux/aarch64', 'linux/arm64'],
    ['linux/amd64', 'linux/x86_64', 'linux/amd64'],
    ['linux/arm/v6 linux/arm/v7', 'linux/arm/v7', 'linux/arm/v7'],
    ['linux/arm/v7 linux/arm/v6', 'linux/arm/v6', 'linux/arm/v6'],
    ['linux/arm/v5 linux/arm/v6', 'linux/arm/v7', 'linux/arm/v6'],
    ['linux/arm/v7', 'linux/arm/v6', undefined],
    ['linux/arm/v6 linux/arm/v7', 'linux/arm', 'linux/arm/v7'],
    ['linux/amd64/v3 linux/amd64', 'linux/amd64', 'linux/amd64'],
    ['linux/amd64 linux/amd64/v3', 'linux/amd64/v3', 'linux/amd64/v3'],
    ['linux/amd64 linux/amd64/v2', 'linux/amd64/v3', 'linux/amd64/v2'],
    ['linux/constructor linux/amd64', 'linux/amd64', 'linux/amd64'],
    ['-', 'linux/amd64', '-'],
    ['-', 'linux/arm64', undefined],
    ['', 'linux/amd64', undefined],
  ];
  for (const [index, wanted, expected] of table) {
    it(`of [${index}] for ${wanted} is ${expected}`, () => {
      const images = index
        .split(' ')
        .filter((text) => text !== '')
        .map((text) => ({ text, ...(text !== '-' && { platform: platform(text) }) }));
      expect(selectByPlatform(images, platform(wanted))?.text).to.equal(expected);
    });
  }

  it('is the first of equal images', () => {
    const images = [1, 2].map((id) => ({ id, platform: platform('linux/amd64') }));
    expect(selectByPlatform(images, platform('linux/amd64'))?.id).to.equal(1);
  });

  it('has a name', () => {
    expect(['linux/arm/v7', 'linux/amd64'].map((text) => platformName(platform(text)))).to.deep.equal([
      'linux/arm/v7',
      'linux/amd64',
    ]);
  });
});
