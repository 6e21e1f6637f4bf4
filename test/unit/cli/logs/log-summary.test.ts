import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { printSummary, type PrintedBuild } from '../../../../src/cli/logs/log-summary.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';

const DIGEST = `sha256:${'c'.repeat(64)}`;

function at(second: number): string {
  return `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
}

function build(status: JsonObject): KubeObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: 'shop-build-9', namespace: 'team', creationTimestamp: at(0) },
    status,
  };
}

const SUCCEEDED = build({
  conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: at(40) }],
  latestImage: `registry.example/shop@${DIGEST}`,
  steps: [
    { name: 'prepare', startedAt: at(10), finishedAt: at(11), exitCode: 0 },
    { name: 'export', startedAt: at(11), finishedAt: at(35), exitCode: 0 },
  ],
});

const FAILED = build({
  conditions: [{ type: 'Succeeded', status: 'False', lastTransitionTime: at(40) }],
  failure: { reason: 'NothingDetected', phase: 'detect' },
  steps: [{ name: 'detect', startedAt: at(11), finishedAt: at(12), exitCode: 20 }, { name: 'build' }],
});

function summary({ build: ended, ...printed }: Partial<PrintedBuild> & { build?: KubeObject }, isTTY = false): string {
  const errors = Object.assign(new PassThrough(), { isTTY });
  const defaults = { wanted: { kind: 'phases' }, follow: true, lastTimes: undefined, layers: undefined } as const;
  printSummary({ ...defaults, ...printed }, ended, { errors });
  return stripVTControlCharacters(String(errors.read() ?? ''));
}

describe('the end of a log', () => {
  it('has the phases, the image, and the layers of a Build that succeeded', () => {
    const lastTimes = { title: 'Build 8', durationsMs: new Map([['export', 130_000]]) };
    const layers = { restored: ['a/b:c'], reused: ['a/b:d', 'app 1'], added: ['1', '2', '3', '4', '5', '6', '7'] };
    expect(summary({ build: SUCCEEDED, lastTimes, layers })).to.equal(`
Build shop-build-9 Succeeded after 40s
  prepare   1s
  export    24s   (2m10s in Build 8)
Result   registry.example/shop@
         ${DIGEST}
Layers   2 of 9 as in the last image
         new: 1, 2, 3, 4, 5 and 2 more
         from the cache: a/b:c
`);
  });

  it('says so if nothing came from the cache', () => {
    const layers = { restored: [], reused: [], added: ['x'] };
    expect(summary({ build: SUCCEEDED, layers })).to.include(
      'Layers   all 1 new: x\n         no layer came from the cache\n',
    );
  });

  it('says so if no layer is new', () => {
    const layers = { restored: [], reused: ['x', 'y'], added: [] };
    expect(summary({ build: SUCCEEDED, layers })).to.include(
      'Layers   all 2 as in the last image\n         no layer came from the cache\n',
    );
  });

  it('has the phase that failed', () => {
    expect(summary({ build: FAILED })).to.equal(`
Build shop-build-9 Failed (NothingDetected) after 40s
  detect   1s   failed, exit code 20
`);
  });

  it('is for those who follow the log or read it on a terminal, and for whole logs', () => {
    expect(summary({ build: FAILED, follow: false })).to.equal('');
    expect(summary({ build: FAILED, follow: false }, true)).to.include('Build shop-build-9 Failed');
    expect(summary({ build: FAILED, wanted: { kind: 'phase', phase: 'detect' } })).to.equal('');
    expect(summary({ build: build({}) })).to.equal('');
    expect(summary({ build: build({ conditions: [{ type: 'Succeeded', status: 'False' }] }) })).to.equal('');
    expect(summary({})).to.equal('');
  });
});
