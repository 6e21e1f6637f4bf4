import { expect } from 'chai';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  DEPLOYMENT,
  CONTROLLER_NAMESPACE as SYSTEM,
  SETTINGS_CONFIG_MAP,
} from '../../../src/core/model/installation-names.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { kubectl, kubectlOutput } from '../../integration/crds/kubectl.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { buildCommand, ROOT, runCommand } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { pushOwnImages } from '../../support/own-images.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { makeEarlierVersion, type EarlierVersion } from './earlier-version.ts';
import { startWaitingBuilds, type WaitingBuilds, type Workload } from './waiting-builds.ts';

/** Two Builds at a time, so that a third Image waits. */
const LIMIT = '2';

const BEFORE = ['built', 'pod-before', 'taskrun-before', 'queued-before'];
const ALL = [...BEFORE, 'pod-after', 'taskrun-after', 'queued-after'];

describe('an upgrade on the node, and back, with Builds that run and Images that wait', function () {
  this.timeout(300_000);
  const programs = makeWorkspace();
  let cluster: NodeCluster;
  let earlier: EarlierVersion;
  let builds: WaitingBuilds;
  /** The Builds that run while the version changes. */
  let running: readonly Workload[] = [];

  before('the earlier version runs a Build as a Pod and one as a TaskRun, and an Image waits', async function () {
    // The first run builds the programs of the cluster, and the images of both versions.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await oneNodeCluster();
    await pushOwnImages(cluster.registry);
    earlier = await makeEarlierVersion(cluster.registry.address);
    useCommand(earlier.command);
    await kubectlOutput(
      cluster,
      ['apply', '-f', '-'],
      earlier.run('install', '--image-registry', cluster.registry.address),
    );
    await reachApiServer();
    await configure({ BACKEND: 'native', MAX_UNFINISHED_BUILDS: LIMIT, MAX_UNFINISHED_BUILDS_PER_NAMESPACE: LIMIT });
    builds = await startWaitingBuilds(cluster);
    await builds.createImage('built');
    await builds.reports('built', 'UpToDate');
    await builds.createImage('pod-before', 'before');
    const pod = await builds.runs('pod-before-build-1');
    await configure({ BACKEND: 'tekton' });
    await builds.createImage('taskrun-before', 'before');
    running = [pod, await builds.runs('taskrun-before-build-1')];
    expect(running.map(({ kind }) => kind)).to.deep.equal(['Pod', 'TaskRun']);
    await builds.createImage('queued-before', 'before');
    await builds.reports('queued-before', 'Queued');
  });
  after(async function () {
    this.timeout(180_000);
    await builds?.stop();
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], runCommand(['uninstall']).stdout);
    earlier?.remove();
    programs.remove();
  });

  describePage('docs/how-to/upgrade-the-controller.md', {
    reader: () => {
      const reader = commandReader(cluster, {
        namespace: builds.namespace,
        values: { 'registry.example.com/taskpack': cluster.registry.address },
      });
      // The command changes from one version to the other, so it is a program and not an alias.
      return { ...reader, prelude: `${reader.prelude}\nunalias taskpack\nPATH="${programs.path}/bin:$PATH"` };
    },
    before: {
      '2. Check the cluster': () =>
        useCommand(`"${process.execPath}" "${path.join(ROOT, 'dist/bundle/taskpack.cjs')}"`),
      '5. Go back': async () => {
        await finishAndExpect('before', BEFORE);
        await builds.createImage('taskrun-after', 'after');
        const taskRun = await builds.runs('taskrun-after-build-1');
        await configure({ BACKEND: 'native' });
        await builds.createImage('pod-after', 'after');
        running = [...running, taskRun, await builds.runs('pod-after-build-1')];
        await builds.createImage('queued-after', 'after');
        await builds.reports('queued-after', 'Queued');
      },
      'Migrate stored objects': async () => finishAndExpect('after', ALL),
    },
    exits: { 'kubectl diff -f taskpack-after.yaml > changes.diff': 1 },
  });

  // Mocha runs the tests of a suite before the suites in it.
  describe('a migration of what is stored', () => {
    it('leaves all Images as they are', async () => {
      for (const image of ALL) await builds.reports(image, 'UpToDate');
      await builds.expectBuiltOnce(ALL, running);
    });
  });

  /** Lets the Builds finish that wait at a gate. Fails if a Build was lost or ran twice. */
  async function finishAndExpect(gate: string, images: readonly string[]): Promise<void> {
    builds.open(gate);
    for (const image of images) await builds.reports(image, 'UpToDate');
    await builds.expectBuiltOnce(images, running);
  }

  function useCommand(command: string): void {
    mkdirSync(path.join(programs.path, 'bin'), { recursive: true });
    programs.write({ 'bin/taskpack': `#!/bin/sh\nexec ${command} "$@"\n` });
    chmodSync(path.join(programs.path, 'bin/taskpack'), 0o755);
  }

  /** Gives the Deployment the API server's address, which Pods of other clusters find by DNS and kube-proxy. */
  async function reachApiServer(): Promise<void> {
    const { hostname, port } = new URL(cluster.client.address.server);
    const variables = [`KUBERNETES_SERVICE_HOST=${hostname}`, `KUBERNETES_SERVICE_PORT=${port}`];
    await kubectlOutput(cluster, ['set', 'env', `deployment/${DEPLOYMENT}`, '-n', SYSTEM, ...variables]);
  }

  /** Changes settings as `docs/how-to/install-the-controller.md` says. */
  async function configure(data: Readonly<Record<string, string>>): Promise<void> {
    const patch = ['patch', 'configmap', SETTINGS_CONFIG_MAP, '-n', SYSTEM, '-p', JSON.stringify({ data })];
    await kubectlOutput(cluster, patch);
    await kubectlOutput(cluster, ['rollout', 'restart', `deployment/${DEPLOYMENT}`, '-n', SYSTEM]);
    const rollout = ['rollout', 'status', `deployment/${DEPLOYMENT}`, '-n', SYSTEM, '--timeout=4m'];
    const { code, stdout, stderr } = await kubectl(cluster, rollout);
    if (code !== 0) throw new Error(`${stdout}${stderr}`);
  }
});
