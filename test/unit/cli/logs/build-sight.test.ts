import { expect } from 'chai';
import { buildEnd, goesOn, nextSight, successorOf } from '../../../../src/cli/logs/build-sight.ts';
import type { KubeObject } from '../../../../src/kube/client/kube-object.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { somePod } from '../../logs/some-pods.ts';

function build(status: JsonObject = {}): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata: { name: 'app' }, status };
}

function succeeded(status: string, rest: JsonObject = {}): JsonObject {
  return {
    conditions: [
      { type: 'Other', status: 'False' },
      { type: 'Succeeded', status, ...rest },
    ],
  };
}

function pod(name: string, uid: string, creationTimestamp: string): KubeObject {
  return somePod({ metadata: { name, uid, creationTimestamp } });
}

const OLD = pod('old', '1', '2026-01-01T00:00:00Z');
const NEW = pod('new', '2', '2026-01-02T00:00:00Z');

describe('what is to be seen of a Build', () => {
  it('is no end as long as its condition says none', () => {
    expect(buildEnd(build())).to.equal(undefined);
    expect(buildEnd(build(succeeded('Unknown')))).to.equal(undefined);
  });

  it('goes on only where its condition says so', () => {
    expect(goesOn(build())).to.equal(false);
    expect(goesOn(build(succeeded('Unknown')))).to.equal(true);
    expect(goesOn(build(succeeded('False')))).to.equal(false);
  });

  it('is its end, with what its status says of a failure', () => {
    expect(buildEnd(build(succeeded('True')))).to.deep.equal({ kind: 'succeeded' });
    expect(buildEnd(build(succeeded('False', { message: 'detect: 20' })))).to.deep.equal({
      kind: 'failed',
      message: 'detect: 20',
    });
    const failure = { message: 'no group', advice: 'Look at the order.' };
    expect(buildEnd(build({ ...succeeded('False', { reason: 'Failed' }), failure }))).to.deep.equal({
      kind: 'failed',
      ...failure,
    });
    expect(buildEnd(build(succeeded('False')))).to.deep.equal({
      kind: 'failed',
      message: 'its status does not say why',
    });
  });

  it('is the pod that its status names, or else the latest', () => {
    const pods = [OLD, NEW];
    expect(nextSight({ kind: 'absent' }, build({ podName: 'old' }), pods)).to.deep.equal({ kind: 'present', pod: OLD });
    expect(nextSight({ kind: 'absent' }, build(), pods)).to.deep.equal({ kind: 'present', pod: NEW });
    expect(nextSight({ kind: 'absent' }, undefined, [OLD])).to.deep.equal({ kind: 'present', pod: OLD });
  });

  it('stays the pod that it was, until that is gone', () => {
    const changed = { ...OLD, status: {} };
    const first = { kind: 'present', pod: OLD } as const;
    expect(nextSight(first, build(), [changed, NEW])).to.deep.equal({ kind: 'present', pod: changed });
    const gone = nextSight(first, build(), [NEW]);
    expect(gone).to.deep.equal({ kind: 'deleted', pod: OLD });
    expect(nextSight(gone, build(), [NEW])).to.equal(gone);
  });

  it('has another pod once that which it was is gone, and no earlier one', () => {
    const gone = { kind: 'deleted', pod: OLD } as const;
    expect(successorOf(gone, build(), [])).to.equal(undefined);
    expect(successorOf(gone, build(), [NEW])).to.equal(NEW);
    expect(successorOf(gone, undefined, [NEW])).to.equal(undefined);
    expect(successorOf({ kind: 'deleted', pod: NEW }, build(), [OLD])).to.equal(undefined);
    expect(successorOf({ kind: 'present', pod: OLD }, build(), [OLD, NEW])).to.equal(undefined);
  });

  it('is no pod, and none to come, where the Build has ended or is gone', () => {
    expect(nextSight({ kind: 'absent' }, build(), [])).to.deep.equal({ kind: 'absent' });
    expect(nextSight({ kind: 'absent' }, build(succeeded('False')), [])).to.deep.equal({ kind: 'never' });
    expect(nextSight({ kind: 'absent' }, undefined, [])).to.deep.equal({ kind: 'never' });
  });
});
