import { expect } from 'chai';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { digestOf } from '../../../src/core/oci/digest.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { builderImage } from './inspected-images.ts';
import { knownRegistry } from './known-registry.ts';
import { ACCOUNT, buildOf } from './translated-documents.ts';

function runsBy(text: string, digest: string): void {
  const found = text.matchAll(/image: \S+\/platforms(\S+)/g);
  expect(new Set([...found].map(([, reference]) => reference))).to.deep.equal(new Set([`@${digest}`]));
}

describe('a builder for several platforms', () => {
  const registry = knownRegistry();
  const digests = { index: '', amd64: '', arm64: '' };
  let builder = '';

  before(async () => {
    const manifests = await Promise.all(
      (['arm64', 'amd64'] as const).map(async (architecture) => {
        const image = builderImage({}, architecture);
        await registry().push(image, 'platforms', architecture);
        const { mediaType, size, digest } = image.manifest;
        digests[architecture] = digest;
        return { mediaType, size, digest, platform: { os: 'linux', architecture } };
      }),
    );
    const body = JSON.stringify({ schemaVersion: 2, mediaType: MEDIA_TYPES.oci.index, manifests });
    digests.index = digestOf(Buffer.from(body));
    const headers = { 'content-type': MEDIA_TYPES.oci.index, authorization: basicAuthorization() };
    const url = `${registry().url}/v2/platforms/manifests/all`;
    expect((await fetch(url, { method: 'PUT', headers, body })).status).to.equal(201);
    builder = `${registry().address}/platforms:all`;
  });

  const taskpack = (args: readonly string[], ...documents: readonly string[]): string => {
    const outcome = registry().run(args, { stdin: documents.join('---\n') });
    expect([outcome.stderr, outcome.status]).to.deep.equal(['', 0]);
    return outcome.stdout;
  };
  const translate = (...documents: readonly string[]): string =>
    taskpack(['translate', '-f', '-', '--platform-api', '0.12'], buildOf('a', builder), ACCOUNT, ...documents);
  const inspect = (...args: readonly string[]): string => taskpack(['inspect', '-o', 'json', builder, ...args]);

  it('is referenced by its index, so that each node pulls its own platform', () => {
    runsBy(translate(), digests.index);
    runsBy(taskpack(['tasks', '--builder', builder]), digests.index);
  });

  it('has facts of linux/amd64 and the digest of its index', () => {
    const facts = inspect();
    expect(JSON.parse(facts)).to.include({ digest: digests.amd64, indexDigest: digests.index });
    runsBy(translate(facts), digests.index);
  });

  it('is the image that the option or the node selector chooses, with the digest of the index', () => {
    const onArm64 = buildOf('a', builder, 'nodeSelector: {kubernetes.io/arch: arm64}');
    const text = taskpack(['translate', '-f', '-', '--platform', 'linux/arm64'], buildOf('a', builder), ACCOUNT);
    runsBy(text, digests.index);
    expect(text).to.include('kubernetes.io/arch: arm64');
    const chosen = registry().run(['translate', '-f', '-'], { stdin: [onArm64, ACCOUNT].join('---\n') });
    runsBy(chosen.stdout, digests.index);
    expect(chosen.stdout).to.include('kubernetes.io/arch: arm64');
    expect(chosen.stderr).to.include('kpack 0.18 refuses this key');
  });

  it('is refused if it lacks the architecture of the node selector', () => {
    const elsewhere = buildOf('a', builder, 'nodeSelector: {kubernetes.io/arch: s390x}');
    const { status, stderr } = registry().run(['translate', '-f', '-'], { stdin: [elsewhere, ACCOUNT].join('---\n') });
    expect(status).to.equal(1);
    expect(stderr).to.include('has no image for linux/s390x; the index offers: linux/arm64, linux/amd64');
  });

  it('is the image of the selected platform', () => {
    const facts = inspect('--platform', 'linux/arm64');
    expect(JSON.parse(facts)).to.include({ digest: digests.arm64 }).and.not.to.have.property('indexDigest');
    runsBy(translate(facts), digests.arm64);
    runsBy(taskpack(['tasks', '--builder', builder, '--platform', 'linux/amd64']), digests.amd64);
  });

  it('is refused if it is an image for another platform', () => {
    const single = `${registry().address}/platforms:amd64`;
    for (const command of [
      ['inspect', single],
      ['tasks', '--builder', single],
    ]) {
      const { status, stdout, stderr } = registry().run([...command, '--platform', 'linux/arm64']);
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
      expect(stderr).to.include(`${single} is an image for linux/amd64 only, not for linux/arm64`);
    }
  });
});
