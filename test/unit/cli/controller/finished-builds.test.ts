import { expect } from 'chai';
import { reportingFinishedBuilds } from '../../../../src/cli/controller/finished-builds.ts';
import type { KubeClient } from '../../../../src/kube/client/kube-client.ts';
import type { KubeObject } from '../../../../src/kube/client/kube-object.ts';
import type { Resource } from '../../../../src/kube/client/resource.ts';
import type { JsonObject } from '../../../../src/model/json.ts';

const BUILDS: Resource = {
  group: 'kpack.io',
  version: 'v1alpha2',
  plural: 'builds',
  kind: 'Build',
  isNamespaced: true,
};

/** The reports after a status was written. */
async function toldOf(status: JsonObject, patch: JsonObject, subresource?: 'status'): Promise<readonly string[]> {
  const told: string[] = [];
  const build: KubeObject = {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: 'x', namespace: 'team' },
    status,
  };
  const answering: KubeClient['patch'] = async () => build;
  const client = reportingFinishedBuilds(
    { patch: answering },
    {
      metrics: {
        buildEnded: (...args) => told.push(`ended ${args.join(' ')}`),
        phaseEnded: (...args) => told.push(`phase ${args.join(' ')}`),
      },
      log: { info: (_, fields) => told.push(`log ${String(fields?.['build'])}`) },
    },
  );
  const options = subresource === undefined ? {} : { subresource };
  expect(await client.patch(BUILDS, { namespace: 'team', name: 'x' }, patch, options)).to.equal(build);
  return told;
}

const CONDITIONS = { status: { conditions: [] } };

function condition(status: string): JsonObject {
  return { conditions: [{ type: 'Succeeded', status }] };
}

describe('reportingFinishedBuilds', () => {
  it('tells of a Build that succeeded, and how long its phases ran', async () => {
    const status = {
      ...condition('True'),
      backend: 'tekton',
      steps: [
        { name: 'prepare', startedAt: '2020-01-01T00:00:00Z', finishedAt: '2020-01-01T00:00:05Z' },
        { name: 'export', startedAt: '2020-01-01T00:00:05Z' },
        { name: 'odd', startedAt: '2020-01-01T00:00:05Z', finishedAt: 'later' },
      ],
    };
    expect(await toldOf(status, CONDITIONS, 'status')).to.deep.equal([
      'ended succeeded tekton',
      'phase prepare tekton 5',
      'log team/x',
    ]);
  });

  it('tells why a Build failed, also one that never had a backend', async () => {
    const failed = { ...condition('False'), failure: { reason: 'TimedOut' } };
    expect(await toldOf(failed, CONDITIONS, 'status')).to.deep.equal(['ended TimedOut none', 'log team/x']);
    expect(await toldOf(condition('False'), CONDITIONS, 'status')).to.deep.equal(['ended failed none', 'log team/x']);
  });

  it('says nothing of one that goes on, and nothing twice', async () => {
    expect(await toldOf(condition('Unknown'), CONDITIONS, 'status')).to.deep.equal([]);
    expect(await toldOf(condition('True'), { status: { podName: 'p' } }, 'status')).to.deep.equal([]);
    expect(await toldOf(condition('True'), CONDITIONS)).to.deep.equal([]);
  });
});
