import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { daemonSet, isUpToDate, type DaemonSetContent } from '../../../../src/controller/warm-nodes/daemon-set.ts';
import { formatYaml } from '../../../../src/core/yaml/format-yaml.ts';

/** Set UPDATE_GOLDEN to write it. */
const GOLDEN = path.join(import.meta.dirname, 'daemon-set.yaml');

const CONTENT: DaemonSetContent = {
  objects: {
    daemonSet: { namespace: 'taskpack', name: 'warm-nodes' },
    serviceAccount: 'warm-nodes',
    priorityClass: 'taskpack-warm-nodes',
  },
  ownerUid: '0b1e',
  entrypointImage: 'r.test/entrypoint:1',
  images: ['r.test/steps:1', 'r.test/base@sha256:1'],
  nodes: {
    nodeSelector: { pool: 'builds' },
    taints: [{ key: 'dedicated', value: 'builds', effect: 'NoSchedule' }, { key: 'spot' }],
  },
};

const CHANGES: Readonly<Record<string, Partial<DaemonSetContent>>> = {
  'an image': { images: ['r.test/steps:1', 'r.test/base@sha256:2'] },
  'the number of images': { images: ['r.test/steps:1'] },
  'the image of the waiter': { entrypointImage: 'r.test/entrypoint:2' },
  'the nodes': { nodes: { nodeSelector: {}, taints: [] } },
  'the owner': { ownerUid: '0b1f' },
};

describe('the DaemonSet that pulls images', () => {
  it('equals the golden file', () => {
    const text = formatYaml(daemonSet(CONTENT));
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(GOLDEN, text);
    expect(text).to.equal(readFileSync(GOLDEN, 'utf8'));
  });

  it('is up to date if its content is the same, whatever the API server adds', () => {
    const written = daemonSet(CONTENT);
    const stored = { ...written, spec: { ...(written['spec'] as object), minReadySeconds: 0 } };
    expect(isUpToDate(stored, daemonSet(CONTENT))).to.equal(true);
    expect(isUpToDate(undefined, written)).to.equal(false);
  });

  for (const [what, change] of Object.entries(CHANGES)) {
    it(`is outdated after a change of ${what}`, () => {
      expect(isUpToDate(daemonSet(CONTENT), daemonSet({ ...CONTENT, ...change }))).to.equal(false);
    });
  }
});
