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
async function reportsOf(status: JsonObject, patch: JsonObject, subresource?: 'status'): Promise<readonly string[]> {
  const reports: string[] = [];
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
        buildEnded: (...args) => reports.push(`ended ${args.join(' ')}`),
        phaseEnded: (...args) => reports.push(`phase ${args.join(' ')}`),
      },
      log: { info: (_, fields) => reports.push(`log ${String(fields?.['build'])}`) },
    },
  );
  const options = subresource === undefined ? {} : { subresource };
  expect(await client.patch(BUILDS, { namespace: 'team', name: 'x' }, patch, options)).to.equal(build);
  return reports;
}

const CONDITIONS = { status: { conditions: [] } };

function condition(status: string): JsonObject {
  return { conditions: [{ type: 'Succeeded', status }] };
}

describe('reportingFinishedBuilds', () => {
  it('counts and logs a Build that succeeded, and measures its phases', async () => {
    const status = {
      ...condition('True'),
      backend: 'tekton',
      steps: [
        { name: 'prepare', startedAt: '2020-01-01T00:00:00Z', finishedAt: '2020-01-01T00:00:05Z' },
        { name: 'export', startedAt: '2020-01-01T00:00:05Z' },
        { name: 'odd', startedAt: '2020-01-01T00:00:05Z', finishedAt: 'later' },
      ],
    };
    expect(await reportsOf(status, CONDITIONS, 'status')).to.deep.equal([
      'ended succeeded tekton',
      'phase prepare tekton 5',
      'log team/x',
    ]);
  });

  it('counts a failed Build by its reason, even if it never had a backend', async () => {
    const failed = { ...condition('False'), failure: { reason: 'TimedOut' } };
    expect(await reportsOf(failed, CONDITIONS, 'status')).to.deep.equal(['ended TimedOut none', 'log team/x']);
    expect(await reportsOf(condition('False'), CONDITIONS, 'status')).to.deep.equal([
      'ended failed none',
      'log team/x',
    ]);
  });

  it('does not report an unfinished Build, and reports no Build twice', async () => {
    expect(await reportsOf(condition('Unknown'), CONDITIONS, 'status')).to.deep.equal([]);
    expect(await reportsOf(condition('True'), { status: { podName: 'p' } }, 'status')).to.deep.equal([]);
    expect(await reportsOf(condition('True'), CONDITIONS)).to.deep.equal([]);
  });
});
