import { expect } from 'chai';
import { readImageFacts } from '../../../../src/core/inspection/image-facts.ts';
import { InvalidImageError } from '../../../../src/core/inspection/invalid-image-error.ts';

const digestOf = (number: number): string => `sha256:${number.toString(16).padStart(64, '0')}`;
const digests = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => digestOf(place));
const list = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

/** Returns the problems of an image with these labels, or none. */
function problemsOf(labels: Readonly<Record<string, unknown>>, diffIds = digests(1)): readonly string[] {
  const texts = Object.entries(labels).map(([name, value]) => [`io.buildpacks.${name}`, JSON.stringify(value)]);
  const inspection = readImageFacts({
    name: 'example.com/image',
    digest: digestOf(0),
    layers: diffIds.map((digest) => ({ mediaType: 'some/type', size: 10, digest })),
    manifest: '{}',
    configuration: '{}',
    config: { config: { Labels: Object.fromEntries(texts) }, rootfs: { diff_ids: diffIds } },
  });
  return inspection.kind === 'problems' ? inspection.problems : [];
}

/** Returns the label of a buildpack with this many versions. */
function versions(count: number, layerOf: (place: number) => unknown) {
  const labels = Array.from({ length: count }, (_, place) => [`1.0.${place}`, layerOf(place)]);
  return { 'buildpack.layers': { a: Object.fromEntries(labels) } };
}

const TOO_MANY =
  'is too large: the io.buildpacks labels of an image may have 20000 list items and fields together; build the image with fewer buildpacks, order entries or mixins';

describe('a hostile image', () => {
  it('is refused for 400,000 mixins, which are not parsed', () => {
    expect(problemsOf({ 'stack.mixins': list(400_000, 1) })).to.deep.equal([
      `label io.buildpacks.stack.mixins ${TOO_MANY}`,
    ]);
  });

  it('is refused for labels that are small alone and large together', () => {
    const labels = {
      'stack.mixins': list(15_000, 'git'),
      'lifecycle.apis': { platform: { supported: list(6_000, '0.12') } },
    };
    expect(problemsOf(labels)).to.deep.equal([`label io.buildpacks.lifecycle.apis ${TOO_MANY}`]);
  });

  it('is refused for a label of more than 1 MiB', () => {
    expect(problemsOf({ 'stack.mixins': ['x'.repeat(1_048_576)] })).to.deep.equal([
      'label io.buildpacks.stack.mixins has more than 1048576 bytes; build the image with fewer buildpacks, order entries or mixins',
    ]);
  });

  it('is refused for 70,000 wrong versions', () => {
    expect(problemsOf(versions(70_000, () => 1))).to.deep.equal([`label io.buildpacks.buildpack.layers ${TOO_MANY}`]);
  });

  it('is refused for more layers than a node can mount', () => {
    expect(problemsOf({}, digests(1_000))).to.deep.equal([]);
    expect(problemsOf({}, digests(1_001))).to.deep.equal([
      'it has more than 1000 layers, which no node can mount; build the image with fewer layers',
    ]);
  });

  it('is refused for more buildpacks or run images than a builder can have', () => {
    const layer = { layerDiffID: digestOf(0) };
    expect(problemsOf(versions(1_000, () => layer))).to.deep.equal([]);
    expect(problemsOf(versions(1_001, () => layer))).to.deep.equal([
      'label io.buildpacks.buildpack.layers has more than 1000 buildpacks; build the image with fewer buildpacks',
    ]);
    expect(problemsOf({ 'builder.metadata': { images: list(1_001, { image: 'example.com/run' }) } })).to.deep.equal([
      'label io.buildpacks.builder.metadata names more than 1000 run images and mirrors; build the image with fewer',
    ]);
  });

  it('gets 20 problems and the number of all others', () => {
    const problems = problemsOf(versions(50, (place) => ({ layerDiffID: digestOf(place + 1) })));
    expect(problems).to.have.length(21);
    expect(problems.at(-1)).to.equal('and 30 more');
  });

  it('gets a message of at most 4 KB, whatever its labels contain', () => {
    const long = '\u{1F600}'.repeat(3_000);
    const layers = Array.from({ length: 30 }, (_, place) => [`${place}`, { [long]: { layerDiffID: long } }]);
    const problems = problemsOf({ 'buildpack.layers': Object.fromEntries(layers) });
    const { message } = new InvalidImageError(`example.com/${'a'.repeat(250)}`, problems);
    expect(message).to.match(/and \d+ more$/);
    expect(Buffer.byteLength(message)).to.be.lessThan(4_096);
  });
});

describe('a large builder', () => {
  it('is read: 500 buildpacks in as many layers, and 2,000 mixins', () => {
    const buildpack = (place: number) => ({
      api: '0.10',
      layerDiffID: digestOf(place),
      homepage: 'https://example.com/buildpack',
      stacks: [{ id: 'io.buildpacks.stacks.jammy' }, { id: '*' }],
      targets: [{ os: 'linux', arch: 'amd64' }],
      order: [{ group: list(5, { id: 'some/buildpack', version: '1.2.3' }) }],
    });
    const labels = { ...versions(500, buildpack), 'stack.mixins': list(2_000, 'git') };
    expect(problemsOf(labels, digests(500))).to.deep.equal([]);
  });
});
