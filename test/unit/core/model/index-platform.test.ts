import { expect } from 'chai';
import { platformOfNodes } from '../../../../src/core/model/index-platform.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { asNode, type Node } from '../../../../src/core/model/objects/node.ts';

function node(arch: string, spec: JsonObject = {}, os = 'linux'): Node {
  return asNode({ metadata: { labels: { 'kubernetes.io/os': os, 'kubernetes.io/arch': arch } }, spec });
}

function tainted(arch: string, key: string, effect = 'NoSchedule'): Node {
  return node(arch, { taints: [{ key, effect }] });
}

const CORDONED = { unschedulable: true };

describe('the platform of the nodes', () => {
  for (const [title, nodes, platform] of [
    ['of one platform', [node('arm64'), node('arm64')], 'linux/arm64'],
    ['of both platforms', [node('arm64'), node('amd64')], 'linux/amd64'],
    ['with another platform', [node('s390x'), node('arm64')], 'linux/arm64'],
    ['with Windows', [node('amd64', {}, 'windows'), node('arm64')], 'linux/arm64'],
    ['of which one is cordoned', [node('amd64', CORDONED), node('arm64')], 'linux/arm64'],
    [
      'of which one is a tainted control plane',
      [tainted('amd64', 'node-role.kubernetes.io/control-plane'), node('arm64')],
      'linux/arm64',
    ],
    ['of which one is not ready yet', [tainted('amd64', 'node.kubernetes.io/not-ready'), node('arm64')], 'linux/amd64'],
    ['of which one is tainted softly', [tainted('amd64', 'spot', 'PreferNoSchedule'), node('arm64')], 'linux/amd64'],
    ['of which one is for Builds alone', [tainted('amd64', 'dedicated'), node('arm64')], 'linux/amd64'],
    [
      'that are all tainted or cordoned',
      [tainted('arm64', 'node-role.kubernetes.io/control-plane'), node('amd64', CORDONED)],
      'linux/amd64',
    ],
    ['of no platform of taskpack', [node('s390x')], undefined],
    ['that are missing', [], undefined],
  ] as const) {
    it(`${title}: ${platform}`, () => {
      expect(platformOfNodes(nodes)).to.equal(platform);
    });
  }
});
