import { expect } from 'chai';
import { buildEnd, isRunning, nextPodState, successorOf } from '../../../../src/cli/logs/observed-build.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { somePod } from '../../insight/logs/some-pods.ts';

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

describe('the observed state of a Build', () => {
  it('has no result until the Succeeded condition is True or False', () => {
    expect(buildEnd(build())).to.equal(undefined);
    expect(buildEnd(build(succeeded('Unknown')))).to.equal(undefined);
  });

  it('is running only if the Succeeded condition is Unknown', () => {
    expect(isRunning(build())).to.equal(false);
    expect(isRunning(build(succeeded('Unknown')))).to.equal(true);
    expect(isRunning(build(succeeded('False')))).to.equal(false);
  });

  it('has the result of its status, with the message of a failure', () => {
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
      message: 'its status has no message',
    });
  });

  it("has the failure without kpack's words and the line of the log before it", () => {
    const message =
      'Error:  Container detect terminated with error ERROR: no: For more info use `kubectl logs -n a b -c detect`. No group.';
    expect(buildEnd(build(succeeded('False', { message })))).to.deep.equal({ kind: 'failed', message: 'No group.' });
  });

  it('has the Pod that its status names, or else the newest Pod', () => {
    const pods = [OLD, NEW];
    expect(nextPodState({ kind: 'absent' }, build({ podName: 'old' }), pods)).to.deep.equal({
      kind: 'present',
      pod: OLD,
    });
    expect(nextPodState({ kind: 'absent' }, build(), pods)).to.deep.equal({ kind: 'present', pod: NEW });
    expect(nextPodState({ kind: 'absent' }, undefined, [OLD])).to.deep.equal({ kind: 'present', pod: OLD });
  });

  it('has no other Pod than the one that its status names', () => {
    const finished = build({ ...succeeded('True'), podName: 'deleted' });
    expect(nextPodState({ kind: 'absent' }, finished, [OLD, NEW])).to.deep.equal({ kind: 'never' });
    expect(nextPodState({ kind: 'absent' }, build({ podName: 'deleted' }), [NEW])).to.deep.equal({ kind: 'absent' });
  });

  it('has no Pod of another Build', () => {
    const ownerReferences = [{ apiVersion: 'kpack.io/v1alpha2', kind: 'Build', uid: 'older', controller: true }];
    const foreign = somePod({ metadata: { name: 'new', uid: '2', ownerReferences } });
    expect(nextPodState({ kind: 'absent' }, build(), [foreign])).to.deep.equal({ kind: 'absent' });
  });

  it('has no Pod that a TaskRun of an older Build with the same name left behind', () => {
    const ownerReferences = [{ apiVersion: 'tekton.dev/v1', kind: 'TaskRun', uid: 'a task run', controller: true }];
    const ofTaskRun = (creationTimestamp: string): KubeObject =>
      somePod({ metadata: { name: 'app-build-pod', uid: creationTimestamp, creationTimestamp, ownerReferences } });
    const newer = { ...build(), metadata: { name: 'app', creationTimestamp: '2026-01-02T00:00:00Z' } };
    const [older, own] = [ofTaskRun('2026-01-01T23:59:59Z'), ofTaskRun('2026-01-02T00:00:00Z')];
    expect(nextPodState({ kind: 'absent' }, newer, [older])).to.deep.equal({ kind: 'absent' });
    expect(nextPodState({ kind: 'absent' }, newer, [older, own])).to.deep.equal({ kind: 'present', pod: own });
    expect(nextPodState({ kind: 'absent' }, undefined, [older])).to.deep.equal({ kind: 'present', pod: older });
  });

  it('keeps its Pod until the Pod is deleted', () => {
    const changed = { ...OLD, status: {} };
    const first = { kind: 'present', pod: OLD } as const;
    expect(nextPodState(first, build(), [changed, NEW])).to.deep.equal({ kind: 'present', pod: changed });
    const gone = nextPodState(first, build(), [NEW]);
    expect(gone).to.deep.equal({ kind: 'deleted', pod: OLD });
    expect(nextPodState(gone, build(), [NEW])).to.equal(gone);
  });

  it('gets a newer Pod, never an older one, after its Pod is deleted', () => {
    const gone = { kind: 'deleted', pod: OLD } as const;
    expect(successorOf(gone, build(), [])).to.equal(undefined);
    expect(successorOf(gone, build(), [NEW])).to.equal(NEW);
    expect(successorOf(gone, undefined, [NEW])).to.equal(undefined);
    expect(successorOf({ kind: 'deleted', pod: NEW }, build(), [OLD])).to.equal(undefined);
    expect(successorOf({ kind: 'present', pod: OLD }, build(), [OLD, NEW])).to.equal(undefined);
  });

  it('expects no Pod if the Build has finished or was deleted', () => {
    expect(nextPodState({ kind: 'absent' }, build(), [])).to.deep.equal({ kind: 'absent' });
    expect(nextPodState({ kind: 'absent' }, build(succeeded('False')), [])).to.deep.equal({ kind: 'never' });
    expect(nextPodState({ kind: 'absent' }, undefined, [])).to.deep.equal({ kind: 'never' });
  });
});
