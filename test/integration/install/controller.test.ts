import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { samplesOf } from '../../unit/controller/observability/samples.ts';
import { buildCommand, runCommand } from '../../support/command.ts';
import { startKillableServer } from '../kube/killable-server.ts';
import { metricsOf, QUERIES } from '../../support/queries.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';

const LEASES = 'controller-leases';
const SETTINGS = { LEASE_NAMESPACE: LEASES };

describe('taskpack controller on a real API server', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  let folder: string;
  const started: ControllerProcess[] = [];

  const start = (environment: Readonly<Record<string, string>> = {}, args: readonly string[] = []) => {
    const controller = controllerProcess(cluster.kubeconfig, { ...SETTINGS, ...environment }, args);
    started.push(controller);
    return controller;
  };

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-controller-'));
    for (const name of [LEASES, 'kpack']) {
      await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
  });
  afterEach(async () => {
    for (const controller of started.splice(0)) {
      controller.kill('SIGTERM');
      await controller.ended;
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('acquires the lease, serves its endpoints, and exits on SIGTERM', async () => {
    const controller = start({ LOG_LEVEL: 'debug' });
    expect(await controller.says('leading')).to.equal('leading\n');
    expect(await controller.ask('/healthz')).to.deep.equal([200, 'ok\n']);
    const [status, text] = await controller.ask('/metrics');
    expect(status).to.equal(200);
    const samples = Object.fromEntries(samplesOf(text));
    expect(samples['taskpack_cache_synced{resource="builders"}']).to.equal(1);
    expect(samples['rest_client_requests_total{method="GET",code="200"}']).to.be.greaterThan(5);
    expect(samples['process_resident_memory_bytes']).to.be.greaterThan(1_000_000);
    expect(samples['leader_election_master_status{name="taskpack-controller"}']).to.equal(1);
    const families = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
    const queried = QUERIES.flatMap(({ query }) => metricsOf(query)).map(({ name }) => name.replace(/_bucket$/, ''));
    expect(families).to.include.members(queried);
    const asked = performance.now();
    controller.kill('SIGTERM');
    expect(await controller.ended).to.equal(0);
    expect(performance.now() - asked).to.be.lessThan(5000);
    expect(controller.log().filter(({ level }) => level !== 'info' && level !== 'debug')).to.deep.equal([]);
    expect(controller.errors().replaceAll(/^\{.*\}\n/gm, ''), 'what is no JSON').to.equal('');
  });

  it('is ready while it waits for the lease of another leader, and takes over when that leader exits', async () => {
    const first = start();
    await first.says('leading');
    const second = start();
    expect(await second.says('standby')).to.equal('standby: waiting for the lease, which another process may hold\n');
    first.kill('SIGTERM');
    expect(await first.ended).to.equal(0);
    await second.says('leading');
  });

  it('exits while it waits for the lease', async () => {
    const first = start();
    await first.says('leading');
    const second = start();
    await second.says('standby');
    second.kill('SIGTERM');
    expect(await second.ended).to.equal(0);
  });

  it('ends with 1 when another process takes its lease', async () => {
    const controller = start();
    await controller.says('leading');
    const lease = `/apis/coordination.k8s.io/v1/namespaces/${LEASES}/leases/taskpack-controller`;
    const spec = { holderIdentity: 'somebody', renewTime: new Date().toISOString().replace('Z', '000Z') };
    await cluster.client.send('PATCH', lease, { spec }, 'application/merge-patch+json');
    expect(await controller.ended).to.equal(1);
    expect(controller.errors()).to.include(
      `error: another process took the lease ${LEASES}/taskpack-controller, or the API server could not be reached to renew it; this process stops\n`,
    );
    await cluster.client.send('DELETE', lease);
  });

  it('reports all invalid settings at once, and sends no request to the cluster', async () => {
    const controller = controllerProcess('/nowhere', { BACKEND: 'x', WORKERS: '0', COMPLETION_IMAGE: 'a' });
    expect(await controller.ended).to.equal(2);
    expect(controller.errors()).to.equal(
      [
        'error: BACKEND: must be auto, tekton or native, not "x"',
        'error: WORKERS: must be a whole number from 1 to 100, not "0"',
        "warning: COMPLETION_IMAGE: is a variable of kpack and has no effect: completion runs in taskpack's own image. Set STEPS_IMAGE",
        '',
      ].join('\n'),
    );
  });

  it('reports an invalid kubeconfig or certificate file', async () => {
    const without = controllerProcess('/nowhere');
    expect(await without.ended).to.equal(2);
    expect(without.errors()).to.match(/^error: \/nowhere: the kubeconfig does not exist$/m);
    const other = start({ REGISTRY_CA_FILE: '/nowhere.pem' });
    expect(await other.ended).to.equal(2);
    expect(other.errors()).to.match(/^error: REGISTRY_CA_FILE: \/nowhere\.pem: no such file or directory$/m);
  });

  it('names the missing custom resources, and the command that installs them', async () => {
    const server = await startKillableServer();
    try {
      const controller = controllerProcess(server.kubeconfig);
      expect(await controller.ended).to.equal(1);
      expect(controller.errors()).to.match(
        /^error: the cluster has no builds, .*, sourceresolvers of kpack\.io\/v1alpha2: kubectl apply -f config\/300-crds /m,
      );
    } finally {
      await server.stop();
    }
  });

  it("refuses to run beside kpack's own controller without the option that allows it", async () => {
    const pod = kpackPod();
    await cluster.client.create(pod);
    try {
      const place = '/api/v1/namespaces/kpack/pods/kpack-controller-0/status';
      await cluster.client.send(
        'PATCH',
        place,
        { status: { conditions: [{ type: 'Ready', status: 'True' }] } },
        'application/merge-patch+json',
      );
      const refused = start();
      expect(await refused.ended).to.equal(1);
      expect(refused.errors()).to.match(
        /^error: kpack's own controller runs in this cluster \(pod kpack\/kpack-controller-0\), .* ALLOW_KPACK=true$/m,
      );
      const checked = runCommand(['install', '--check', '--kubeconfig', cluster.kubeconfig]);
      expect([checked.status, checked.stderr]).to.deep.equal([
        1,
        "error: kpack's controller runs (pod kpack/kpack-controller-0) and would work on the same Builds. Run: kubectl scale deployment kpack-controller kpack-webhook --namespace kpack --replicas 0\n",
      ]);
      for (const controller of [start({}, ['--allow-kpack']), start({ ALLOW_KPACK: 'true' }, ['-n', 'default'])]) {
        await controller.says('leading');
      }
    } finally {
      await cluster.client.delete(pod);
    }
  });

  it('names the remaining webhook configurations of kpack, with the command that removes them', async () => {
    const webhook = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'defaults.webhook.kpack.io' },
      webhooks: [],
    };
    await cluster.client.create(webhook);
    const command = 'kubectl delete mutatingwebhookconfiguration defaults.webhook.kpack.io';
    try {
      const { status, stderr } = runCommand(['install', '--check', '--kubeconfig', cluster.kubeconfig]);
      expect([status, stderr]).to.deep.equal([
        1,
        `error: MutatingWebhookConfiguration defaults.webhook.kpack.io of kpack still exists. Run: ${command}\n`,
      ]);
      const controller = start();
      await controller.says('leading');
      expect(controller.log().find(({ level }) => level === 'warn')?.['command']).to.equal(command);
    } finally {
      await cluster.client.delete(webhook);
    }
    const { status, stdout } = runCommand(['install', '--check', '--kubeconfig', cluster.kubeconfig]);
    expect(status).to.equal(0);
    // Other tests leave Builds in the cluster, which the check counts.
    expect(stdout).to.match(/^no conflicts with kpack\n(?:\d+ .+\n)*$/);
  });
});

/** In a cluster, the controller manager writes a Deployment's status. */
function kpackPod(): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'kpack-controller-0', namespace: 'kpack', labels: { app: 'kpack-controller' } },
    spec: { containers: [{ name: 'c', image: 'none.test/x' }] },
  } as KubernetesObject;
}
