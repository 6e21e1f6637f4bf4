import { expect } from 'chai';
import { reportFinishedBuild } from '../../../../src/cli/controller/finished-builds.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { EndedBuild } from '../../../../src/controller/observability/build-metrics.ts';
import type { LogFields } from '../../../../src/controller/observability/log.ts';
import type { BuildTrace } from '../../../../src/insight/tracing/build-trace.ts';
import { asPod } from '../../../../src/core/model/objects/pod.ts';

/** The reports of a Build that finished with a status. */
function reportsOf(status: JsonObject): readonly string[] {
  const reports: string[] = [];
  const metrics = {
    buildEnded: ({ failure = 'succeeded', backend, actor, seconds }: EndedBuild) =>
      void reports.push(`ended ${failure} ${backend} ${String(actor)} ${String(seconds)}`),
    phaseEnded: (...args: readonly unknown[]) => void reports.push(`phase ${args.join(' ')}`),
  };
  const info = (_: string, fields?: LogFields): void => void reports.push(`log ${String(fields?.['build'])}`);
  const record = ({ traceId, segments }: BuildTrace): void =>
    void reports.push(`trace ${traceId} ${segments.map(({ name }) => name).join()}`);
  const uid = 'a1b2c3d4-0000-4000-8000-000000000001';
  const metadata = { name: 'x', namespace: 'team', uid, creationTimestamp: '2020-01-01T00:00:00Z' };
  const build = { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata, status };
  const pod = asPod({ metadata: { creationTimestamp: '2020-01-01T00:00:02Z' } });
  reportFinishedBuild({ metrics, log: { info }, tracer: { record } }, build, pod);
  return reports;
}

function condition(status: string): JsonObject {
  return { conditions: [{ type: 'Succeeded', status, lastTransitionTime: '2020-01-01T00:00:09Z' }] };
}

describe('reportFinishedBuild', () => {
  it('counts, logs and traces a Build that succeeded, and measures its phases', () => {
    const status = {
      ...condition('True'),
      backend: 'tekton',
      steps: [
        { name: 'prepare', startedAt: '2020-01-01T00:00:02Z', finishedAt: '2020-01-01T00:00:07Z', exitCode: 0 },
        { name: 'export', startedAt: '2020-01-01T00:00:07Z' },
        { name: 'odd', startedAt: '2020-01-01T00:00:05Z', finishedAt: 'later' },
      ],
    };
    expect(reportsOf(status)).to.deep.equal([
      'ended succeeded tekton undefined 9',
      'phase prepare tekton 5',
      'log team/x',
      'trace a1b2c3d4000040008000000000000001 creating-pod,prepare,export',
    ]);
  });

  it('counts a failed Build by its reason, even if it never had a backend', () => {
    const failed = { ...condition('False'), failure: { reason: 'TimedOut', actor: 'user' } };
    const trace = 'trace a1b2c3d4000040008000000000000001 creating-pod,scheduling';
    expect(reportsOf(failed)).to.deep.equal(['ended TimedOut none user 9', 'log team/x', trace]);
    expect(reportsOf(condition('False'))).to.deep.equal(['ended failed none undefined 9', 'log team/x', trace]);
  });
});
