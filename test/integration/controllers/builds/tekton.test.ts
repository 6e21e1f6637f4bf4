import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOlderVersion } from '../../../../src/core/model/version.ts';
import { until } from '../../../cluster/processes/until.ts';
import { tektonOfEnvironment } from '../../../cluster/tekton/version.ts';
import { runInProcess } from '../../../support/command.ts';
import { succeeded } from './build-bed.ts';
import { setNativeSidecars } from '../../injectors/native-sidecars.ts';
import { buildSuite } from './build-suite.ts';
import { ended, runs, type PodNode } from './pod-node.ts';
import { DIGEST, STEP_OUTCOME } from './some-registry.ts';

// Known bugs: tektoncd/pipeline#4731, log-lost-on-cancel.
describe('Builds as TaskRuns', function () {
  this.timeout(90_000);
  const { bed, builds, node, cluster } = buildSuite({
    namespace: 'tekton-builds',
    settings: { backend: 'auto' },
    log: ['the last line'],
  });
  const taskRun = async (name: string): Promise<unknown> =>
    cluster().client.send('GET', `/apis/tekton.dev/v1/namespaces/${bed().namespace}/taskruns/${name}-build`);
  const running = async (name: string): Promise<PodNode> => {
    const its = await node(name);
    await its.accept();
    await its.start();
    return its;
  };

  it('succeed as an account without Secrets', async () => {
    await bed().create('good');
    const its = await running('good');
    expect((await its.pod()).spec.serviceAccountName).to.match(/^good-taskpack-[0-9a-f]{8}$/);
    await its.runAll(STEP_OUTCOME);
    const status = await bed().end('good');
    expect(succeeded(status)).to.include({ status: 'True', reason: 'Completed' });
    expect(status).to.include({
      backend: 'tekton',
      taskRunName: 'good-build',
      podName: 'good-build-pod',
      latestImage: `registry.example.com/app@${DIGEST}`,
    });
    expect(builds().failures).to.deep.equal([]);
  });

  it('fail with the failed step', async () => {
    await bed().create('failing');
    const its = await running('failing');
    const skipped = Object.fromEntries(
      ['restore', 'build', 'export', 'completion'].map((phase) => [`step-${phase}`, ended(1)]),
    );
    const good = { 'step-prepare': ended(0), 'step-analyze': ended(0) };
    await its.set({ ...good, 'step-detect': ended(20), ...skipped });
    const { failure } = await bed().end('failing');
    expect(failure).to.include({ phase: 'detect', exitCode: 20 });
    expect(failure?.log).to.deep.equal(['the last line']);
  });

  it('are cancelled with the last lines of their log', async () => {
    await bed().create('cancelled');
    await running('cancelled');
    await bed().reaches('cancelled', 'runs', ({ stepStates = [] }) =>
      stepStates.some(({ running: is }) => is !== undefined),
    );
    const args = ['cancel', 'cancelled', '--wait', '-n', bed().namespace, '--kubeconfig', cluster().kubeconfig];
    expect(await runInProcess(args)).to.include({ status: 0, stdout: 'build.kpack.io/cancelled cancelled\n' });
    const { failure } = await bed().end('cancelled');
    expect(failure?.reason).to.equal('Cancelled');
    expect(failure?.log).to.deep.equal(['the last line']);
  });

  it('time out at their own limit, before Tekton does', async () => {
    await bed().create('slow', { activeDeadlineSeconds: 10 });
    const its = await running('slow');
    await its.set({ 'step-prepare': ended(0), 'step-analyze': runs() });
    const { failure } = await bed().end('slow');
    expect(failure).to.include({ reason: 'TimedOut', phase: 'analyze' });
    expect(failure?.log).to.deep.equal(['the last line']);
  });

  it('fail if a user deletes their TaskRun, and get no new TaskRun', async () => {
    await bed().create('deleted');
    await running('deleted');
    await bed().reaches('deleted', 'has a TaskRun', ({ taskRunName }) => taskRunName !== undefined);
    await cluster().client.send('DELETE', `/apis/tekton.dev/v1/namespaces/${bed().namespace}/taskruns/deleted-build`);
    expect((await bed().end('deleted')).failure?.reason).to.equal('WorkloadDeleted');
  });

  it('do not run as an account that another user has prepared', async () => {
    await cluster().client.create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'builder-taskpack', namespace: bed().namespace },
      secrets: [{ name: 'docker' }],
    });
    await bed().create('unpoisoned');
    const { spec } = await (await node('unpoisoned')).pod();
    expect(spec.serviceAccountName).to.match(/^unpoisoned-taskpack-[0-9a-f]{8}$/);
    await bed().delete('unpoisoned');
  });

  it('keep their backend if Tekton is removed, so that they cannot start twice', async () => {
    await bed().create('kept');
    await until('a TaskRun', async () => taskRun('kept'));
    expect((await bed().reaches('kept', 'is recorded', ({ backend }) => backend !== undefined)).backend).to.equal(
      'tekton',
    );
    await bed().delete('kept');
  });
});

describe('Builds as TaskRuns that run as the Build account', function () {
  this.timeout(90_000);
  const { bed, node, cluster } = buildSuite({
    namespace: 'own-account-builds',
    settings: { backend: 'tekton', taskRunServiceAccount: 'build' },
  });

  it('run as that account if Tekton exposes none of its Secrets', async () => {
    await bed().create('plain');
    const { spec } = await (await node('plain')).pod();
    expect(spec.serviceAccountName).to.equal('builder');
    await bed().delete('plain');
  });

  it('are refused if Tekton exposes its Secrets', async () => {
    const { namespace } = bed();
    const core = { apiVersion: 'v1', metadata: { name: 'shown', namespace } };
    const data = { '.dockerconfigjson': btoa('{"auths":{}}') };
    await cluster().client.create({ ...core, kind: 'Secret', type: 'kubernetes.io/dockerconfigjson', data });
    await cluster().client.create({ ...core, kind: 'ServiceAccount', secrets: [{ name: 'shown' }] });
    await bed().create('showing', { serviceAccountName: 'shown' });
    const { failure } = await bed().end('showing');
    expect(failure?.message).to.contain('lists secret "shown", and Tekton would show this secret to buildpacks');
  });
});

/** The first Tekton that can run sidecars as native ones (config/config-feature-flags.yaml, enable-kubernetes-sidecar). */
const NATIVE_SIDECARS_FROM = '0.62.0';

if (!isOlderVersion(tektonOfEnvironment(process.env), NATIVE_SIDECARS_FROM))
  describe('Builds as TaskRuns on a Tekton with native sidecars', function () {
    this.timeout(90_000);
    const { bed, node, cluster } = buildSuite({
      namespace: 'native-sidecar-builds',
      settings: { backend: 'tekton' },
      prepare: async (prepared) => setNativeSidecars(prepared, true),
    });
    after(async () => setNativeSidecars(cluster(), false));
    const containers = async (name: string): Promise<readonly string[]> => {
      await bed().create(name);
      const { spec } = await (await node(name)).pod();
      return [...(spec.initContainers ?? []), ...spec.containers].map((container) => container.name);
    };

    it('declare no dummy sidecar from the first Build on, because the sidecar would never end', async () => {
      expect((await containers('first')).filter((name) => name.startsWith('sidecar-'))).to.deep.equal([]);
      await bed().delete('first');
    });

    it('declare a dummy sidecar again some seconds after the flag changed', async () => {
      await setNativeSidecars(cluster(), false);
      await sleep(5000);
      expect((await containers('later')).filter((name) => name.startsWith('sidecar-'))).to.have.length(1);
      await bed().delete('later');
    });
  });
