import { expect } from 'chai';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import type { ImageFacts } from '../../../../../src/core/api/taskpack/image-facts.ts';
import { someFacts } from '../../../../support/documents.ts';
import { objectAt } from '../../../../support/json-field.ts';
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

  for (const [own, selector] of [
    [undefined, { pool: 'builds', 'kubernetes.io/arch': 'amd64' }],
    [{ disk: 'fast' }, { disk: 'fast', 'kubernetes.io/arch': 'amd64' }],
  ] as const) {
    it(`has ${JSON.stringify(selector)} if its own node selector is ${JSON.stringify(own)} and Tekton has a default one`, async () => {
      const world = fakeWorld({ backend: 'tekton' }, own === undefined ? {} : { nodeSelector: own });
      world.cluster.put('configmaps', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'config-defaults' },
        data: { 'default-pod-template': 'nodeSelector: {pool: builds}' },
      } as KubeObject);
      world.registry.facts = async () =>
        someFacts({ platform: { os: 'linux', architecture: 'amd64' } }).value as ImageFacts;
      await world.reconcile();
      const taskRun = world.cluster.get('taskruns', 'shop-build') ?? {};
      expect(objectAt(objectAt(taskRun, 'spec'), 'podTemplate')['nodeSelector']).to.deep.equal(selector);
    });
  }
});
