import { expect } from 'chai';
import type { ImageFacts } from '../../../../../src/core/api/taskpack/image-facts.ts';
import { someFacts } from '../../../../support/documents.ts';
import { fakeWorld } from './fake-world.ts';

const INDEX = `sha256:${'1'.repeat(64)}`;

describe('a Build whose builder image has several platforms', () => {
  for (const [backend, plural, name] of [
    ['native', 'pods', 'shop-build-pod'],
    ['tekton', 'taskruns', 'shop-build'],
  ] as const) {
    it(`runs the builder by the digest of its index: ${plural}`, async () => {
      const world = fakeWorld({ backend });
      world.registry.facts = async () => someFacts({ indexDigest: INDEX }).value as ImageFacts;
      await world.reconcile();
      const images = JSON.stringify(world.cluster.get(plural, name)).match(/registry\.example\.com\/builder[^"\\]*/g);
      expect(new Set(images)).to.deep.equal(new Set([`registry.example.com/builder@${INDEX}`]));
    });

    it(`runs on nodes of the architecture that its node selector chooses: ${plural}`, async () => {
      const world = fakeWorld({ backend }, { nodeSelector: { 'kubernetes.io/arch': 'arm64' } });
      const asked: (string | undefined)[] = [];
      world.registry.facts = async (_image, _account, _signal, architecture = 'amd64') => {
        asked.push(architecture);
        return someFacts({ indexDigest: INDEX, platform: { os: 'linux', architecture } }).value as ImageFacts;
      };
      await world.reconcile();
      expect(new Set(asked)).to.deep.equal(new Set(['arm64']));
      expect(JSON.stringify(world.cluster.get(plural, name))).to.include(
        '"nodeSelector":{"kubernetes.io/arch":"arm64"}',
      );
    });
  }
});
