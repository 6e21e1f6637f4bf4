import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { runInProcess } from '../../../support/command.ts';
import { succeeded } from './build-bed.ts';
import { buildSuite } from './build-suite.ts';
import { ended, runs } from './pod-node.ts';
import { DIGEST, OUTCOME } from './some-registry.ts';

const CONTAINER = { name: 'a', image: 'registry.example.com/a' };

/** A policy that refuses Pods as invalid, because taskpack itself refuses what Kubernetes always refuses. */
const REJECTION: readonly KubernetesObject[] = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'rejected-builds' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'] }],
      },
      validations: [{ expression: "!object.metadata.name.startsWith('rejected-')", message: 'nothing-of-the-kind' }],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'rejected-builds' },
    spec: { policyName: 'rejected-builds', validationActions: ['Deny'] },
  },
];

// Known bug: buildpacks-community/kpack#1255.
describe('Builds as Pods whose phases are init containers', () => {
  const { bed, builds, node, cluster } = buildSuite({
    namespace: 'native-builds',
    settings: { backend: 'native' },
    log: ['the last line'],
  });

  it("succeed with kpack's status and few requests", async () => {
    const [writes, reads, startedAt] = [builds().writes.length, builds().reads.length, performance.now()];
    await bed().create('good');
    const its = await node('good');
    await its.accept();
    await its.runAll(OUTCOME);
    const status = await bed().end('good');
    expect(succeeded(status)).to.include({ status: 'True', reason: 'Completed' });
    expect(status).to.include({
      backend: 'native',
      podName: 'good-build-pod',
      latestImage: `registry.example.com/app@${DIGEST}`,
      lifecycleVersion: '0.20.1',
    });
    expect(status.stepsCompleted).to.deep.equal('prepare analyze detect restore build export completion'.split(' '));
    await builds().settled();
    expect(builds().writes.slice(writes)).to.include.members([
      'create pods good-build-pod',
      'create events Started',
      'create events Succeeded',
    ]);
    // Progress is written once a second at most, so a slow machine sees more writes.
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    expect(builds().writes.length - writes + builds().reads.length - reads).to.be.at.most(13 + seconds);
    expect(builds().failures).to.deep.equal([]);
  });

  it("succeed with the outcome of kpack's completion, in a Pod that kpack created", async () => {
    await bed().create('left');
    const its = await node('left');
    await its.accept();
    const report = { latestImage: `registry.example.com/app@${DIGEST}`, latestCacheImage: '', stackID: 'some' };
    await its.runAll(gzipSync(JSON.stringify(report)).toString('base64'));
    const status = await bed().end('left');
    expect(succeeded(status), JSON.stringify(status)).to.include({ status: 'True' });
    expect(status).to.include({ latestImage: report.latestImage, lifecycleVersion: '0.20.1' });
  });

  it('are refused by field and with the rule, if the API server would refuse their Pod', async () => {
    await bed().create('misplaced', {
      tolerations: [{ key: 'a', operator: 'Exist' }],
      resources: { requests: { 'example.com/gpu': 1 } },
    });
    await bed().create('binary', { env: [{ name: 'A', value: 'b\0' }] });
    const misplaced = await bed().end('misplaced');
    expect(misplaced.failure?.message)
      .to.include('spec.tolerations[0].operator: unsupported value: Exist')
      .and.include('spec.resources.requests[example.com/gpu]: Limit must be set');
    const binary = await bed().end('binary');
    expect(binary.failure?.message).to.include('spec.env[0].value: contains the character NUL');
    for (const { failure, podName } of [misplaced, binary]) {
      expect([failure?.reason, podName]).to.deep.equal(['BuildRefused', undefined]);
    }
  });

  it('record the backend before the workload is created', async () => {
    const before = builds().writes.length;
    await bed().create('recorded');
    await node('recorded');
    await builds().settled();
    const [first, second] = builds().writes.slice(before);
    expect(first).to.equal('patch builds recorded');
    expect(second).to.match(/^create serviceaccounts recorded-taskpack-[0-9a-f]{8}$/);
    await bed().delete('recorded');
  });

  it('fail with the failed phase, its exit code and its last log lines', async () => {
    await bed().create('failing');
    const its = await node('failing');
    await its.accept();
    await its.set({ prepare: ended(0), analyze: ended(0), detect: ended(20) }, { phase: 'Failed' });
    const status = await bed().end('failing');
    expect(succeeded(status)).to.include({ status: 'False', reason: 'Failed' });
    expect(status.failure).to.include({ phase: 'detect', exitCode: 20 });
    expect(status.failure?.log).to.deep.equal(['the last line']);
  });

  it('are cancelled by deleting their Pod if the Pod has no node', async () => {
    await bed().create('unscheduled');
    await node('unscheduled');
    const args = ['cancel', 'unscheduled', '--wait', '-n', bed().namespace, '--kubeconfig', cluster().kubeconfig];
    expect(await runInProcess(args)).to.include({ status: 0, stdout: 'build.kpack.io/unscheduled cancelled\n' });
    expect((await bed().end('unscheduled')).failure?.reason).to.equal('Cancelled');
    const pods = await cluster().client.list('v1', 'Pod', bed().namespace);
    expect(pods.map(({ metadata }) => metadata.name)).not.to.include('unscheduled-build-pod');
  });

  it('are cancelled by a deadline on their Pod if they run', async () => {
    await bed().create('cancelled');
    const its = await node('cancelled');
    await its.accept();
    await its.set({ prepare: ended(0), analyze: runs() });
    await bed().annotate('cancelled', { 'taskpack.dev/cancel': 'true' });
    await builds().settled();
    expect((await its.pod()).spec.activeDeadlineSeconds).to.equal(1);
    expect(succeeded(await bed().status('cancelled'))?.status).to.equal('Unknown');
    await its.set({ analyze: ended(137) }, { phase: 'Failed', reason: 'DeadlineExceeded' });
    expect((await bed().end('cancelled')).failure?.reason).to.equal('Cancelled');
  });

  it('are cancelled before they start', async () => {
    await bed().create('never', {}, { annotations: { 'taskpack.dev/cancel': '', x: 'y' } });
    expect((await bed().end('never')).failure?.reason).to.equal('Cancelled');
  });

  it('time out at their own limit', async () => {
    await bed().create('slow', { activeDeadlineSeconds: 30 });
    const its = await node('slow');
    expect((await its.pod()).spec.activeDeadlineSeconds).to.equal(30);
    await its.accept();
    await its.set({ prepare: ended(137) }, { phase: 'Failed', reason: 'DeadlineExceeded' });
    const { failure } = await bed().end('slow');
    expect(failure?.reason).to.equal('TimedOut');
    expect(failure?.message).to.contain('30');
  });

  it('fail if a user deletes their Pod, and get no new Pod', async () => {
    await bed().create('deleted');
    await node('deleted');
    await bed().reaches('deleted', 'has a Pod', ({ podName }) => podName !== undefined);
    await cluster().client.send('DELETE', `/api/v1/namespaces/${bed().namespace}/pods/deleted-build-pod`);
    expect((await bed().end('deleted')).failure?.reason).to.equal('WorkloadDeleted');
  });

  describe('that are deleted and have a finalizer', () => {
    const HELD = { finalizers: ['example.com/hold'] };

    it('succeed when their Pod succeeds', async () => {
      await bed().create('held', {}, HELD);
      const its = await node('held');
      await its.accept();
      await bed().delete('held');
      await its.runAll(OUTCOME);
      expect(succeeded(await bed().end('held'))).to.include({ status: 'True' });
      await bed().release('held');
    });

    it('fail when their Pod is gone', async () => {
      await bed().create('held-gone', {}, HELD);
      await node('held-gone');
      await bed().reaches('held-gone', 'has a Pod', ({ podName }) => podName !== undefined);
      await bed().delete('held-gone');
      await cluster().client.send('DELETE', `/api/v1/namespaces/${bed().namespace}/pods/held-gone-build-pod`);
      expect((await bed().end('held-gone')).failure?.reason).to.equal('WorkloadDeleted');
      await bed().release('held-gone');
    });

    it('get no Pod if they wait for their builder', async () => {
      const before = builds().writes.length;
      const builder = { ref: { kind: 'Builder', name: 'absent', apiVersion: 'kpack.io/v1alpha2' } };
      await bed().create('held-waiting', { builder }, HELD);
      await bed().reaches('held-waiting', 'waits', (status) => succeeded(status)?.reason === 'BuilderNotFound');
      await bed().delete('held-waiting');
      expect((await bed().end('held-waiting')).failure?.reason).to.equal('Cancelled');
      expect(
        builds()
          .writes.slice(before)
          .filter((write) => write.startsWith('create pods')),
      ).to.deep.equal([]);
      await bed().release('held-waiting');
    });
  });

  it('fail if their Pod is evicted', async () => {
    await bed().create('evicted');
    const its = await node('evicted');
    await its.accept();
    await its.set(
      { prepare: ended(137) },
      { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' },
    );
    expect((await bed().end('evicted')).failure?.reason).to.equal('Evicted');
  });

  it('fail if their Pod is preempted', async () => {
    await bed().create('preempted');
    const its = await node('preempted');
    await its.accept();
    await its.set({ prepare: ended(137) }, { phase: 'Failed', ...disrupted('PreemptionByScheduler') });
    expect((await bed().end('preempted')).failure?.reason).to.equal('Preempted');
  });

  it('fail if the node of their Pod is lost', async () => {
    await bed().create('lost');
    const its = await node('lost');
    await its.accept();
    await its.set({ prepare: runs() }, { phase: 'Failed', reason: 'NodeLost', ...disrupted('DeletionByTaintManager') });
    expect((await bed().end('lost')).failure?.reason).to.equal('NodeLost');
  });

  it('wait for a missing ServiceAccount', async () => {
    await bed().create('early', { serviceAccountName: 'late' });
    const waiting = await bed().reaches(
      'early',
      'waits',
      (status) => succeeded(status)?.reason === 'ReferenceNotFound',
    );
    expect(succeeded(waiting)).to.include({ status: 'Unknown', message: 'serviceaccounts "late" not found' });
    await cluster().client.create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'late', namespace: bed().namespace },
    });
    await node('early');
    await bed().delete('early');
  });

  it('fail if the API server rejects their Pod as invalid', async () => {
    const { client } = cluster();
    for (const object of REJECTION) await client.create(object);
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'rejected-probe' },
      spec: { containers: [CONTAINER] },
    };
    await until('the policy is in force', async () => {
      const path = `/api/v1/namespaces/${bed().namespace}/pods?dryRun=All`;
      const answer = await client.send('POST', path, pod).then(() => '', String);
      return answer.includes('nothing-of-the-kind') ? true : undefined;
    });
    await bed().create('rejected');
    const { failure } = await bed().end('rejected');
    for (const object of REJECTION.toReversed()) await client.delete(object);
    expect(failure?.reason).to.equal('WorkloadRejected');
    expect(failure?.message).to.contain('nothing-of-the-kind');
  });

  it('wait with an explanation if the API server denies their Pod temporarily', async () => {
    await bed().create('denied', { runtimeClassName: 'not-there-yet' });
    const waiting = await bed().reaches('denied', 'says why', (status) => succeeded(status)?.reason === 'Retrying');
    expect(succeeded(waiting)?.message).to.contain('not-there-yet');
    await bed().delete('denied');
  });
});

/** Returns the condition that the control plane writes on a Pod before it deletes the Pod. */
function disrupted(reason: string): { readonly conditions: readonly object[] } {
  return { conditions: [{ type: 'DisruptionTarget', status: 'True', reason, message: 'it is taken away' }] };
}
