import { expect } from 'chai';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../../../src/insight/doctor/finding.ts';
import { INJECTED_SIDECARS_FLAG } from '../../../src/core/model/tekton-features.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { startInjectors, type Injectors } from '../../cluster/injectors/injectors.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { awaitCommand, buildCommand, ROOT, runInProcess, type Outcome } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { namespaceUser, type NamespaceUser } from '../actions/namespace-user.ts';
import { restrictedNamespace } from '../cluster/apply.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { FAULTS, type Fault } from './faults.ts';
import { FLAGS, makeHealthy, NAMESPACE, patch, renewLease, SETTINGS } from './healthy-cluster.ts';

const MESH = 'doctor-mesh';
const STUBBORN = 'doctor-stubborn';
const WITHOUT_CNI = 'doctor-without-cni';

describe('taskpack doctor with an API server, Tekton and a registry', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('basic');
  let cluster: Cluster;
  let injectors: Injectors;
  let user: NamespaceUser;
  let workspace: Workspace;

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    workspace = makeWorkspace();
    cluster = await kpackCluster();
    injectors = await startInjectors(cluster);
    await makeHealthy(cluster, registry().address);
    for (const [variant, name] of [
      ['istio-classic', MESH],
      ['stubborn', STUBBORN],
    ] as const) {
      await injectors.createNamespace(variant, name, restrictedNamespace(name).metadata.labels);
    }
    await injectors.createNamespace('istio-classic-without-cni', WITHOUT_CNI);
    await patch(cluster, restrictedNamespace(WITHOUT_CNI), restrictedNamespace(WITHOUT_CNI));
    user = await namespaceUser(cluster, NAMESPACE, 'developer', [
      { apiGroups: ['kpack.io'], resources: ['images', 'builds'], verbs: ['get', 'list', 'watch', 'create'] },
    ]);
  });
  after(async () => {
    workspace?.remove();
    user?.remove();
    await injectors?.stop();
    await patch(cluster, FLAGS, { data: { [INJECTED_SIDECARS_FLAG]: 'true' } });
    await cluster.client.delete(SETTINGS);
  });

  it('finds nothing on a healthy cluster', async () => {
    await renewLease(cluster);
    const { status, findings } = await doctor();
    expect(problemsOf(findings)).to.deep.equal([]);
    expect(status).to.equal(0);
    expect(new Set(findings.map(({ check }) => check))).to.include.keys('registry', 'injection', 'storage', 'clock');
  });

  for (const fault of FAULTS) {
    it(`finds ${fault.title}`, async () => {
      expectFinding(await during(fault), fault);
    });
  }

  it('notes that Tekton waits although there is no mesh', async () => {
    const { status, findings } = await during({ make: flagged(INJECTED_SIDECARS_FLAG, 'true', 'false') });
    expect(problemsOf(findings).map(({ check, result }) => [check, result])).to.deep.equal([['injection', 'note']]);
    expect(status).to.equal(0);
  });

  const faultsOfMeshes: readonly Fault[] = [
    {
      title: 'a Tekton that does not wait for proxies',
      make: flagged(INJECTED_SIDECARS_FLAG, 'false', 'false'),
      namespace: MESH,
      check: 'injection',
      message: /Tekton does not wait for istio-proxy: the first step may reach no server/,
    },
    {
      title: 'a mesh whose proxies Tekton does not stop',
      make: flagged('enable-kubernetes-sidecar', 'true', 'false'),
      namespace: MESH,
      check: 'injection',
      message: /the Pod of a TaskRun gets istio-init, istio-proxy, and Tekton stops no sidecar/i,
    },
    {
      title: 'a mesh that ignores the opt-out of Pods in the init layout',
      make: async (target) => {
        await patch(target, SETTINGS, { data: { BACKEND: 'native' } });
        return () => patch(target, SETTINGS, { data: { BACKEND: null } });
      },
      namespace: STUBBORN,
      check: 'injection',
      message: /A Pod in the init layout gets istio-init, istio-proxy although the Pod opts out/,
    },
    {
      title: "Tekton's own containers in a restricted namespace",
      make: flagged('set-security-context', 'false', 'true'),
      namespace: MESH,
      check: 'pod-security',
      message: /violates PodSecurity "restricted:latest".*container "prepare"/,
    },
  ];
  for (const fault of faultsOfMeshes) {
    it(`finds ${fault.title}`, async () => {
      expectFinding(await during(fault), fault);
    });
  }

  it('names every field of a mesh that Pod Security forbids, and the CNI plugin as a way out', async () => {
    await renewLease(cluster);
    const { findings } = await doctor(WITHOUT_CNI);
    const found = problemsOf(findings).filter(({ check }) => check === 'pod-security');
    expect(found.map(({ result }) => result)).to.deep.equal(['error']);
    const [{ message, advice } = { message: '', advice: '' }] = found;
    expect(message).to.match(/"NET_ADMIN", "NET_RAW" .*runAsNonRoot=false\).*runAsUser=0\)\); change the object/);
    expect(advice).to.match(/^A mesh injects istio-init, .*istio-cni/);
  });

  it('finds nothing wrong with meshes that Builds can live with', async () => {
    for (const namespace of [MESH, STUBBORN]) {
      const { findings } = await during({ make: flagged(INJECTED_SIDECARS_FLAG, 'true', 'false'), namespace });
      expect(
        problemsOf(findings).filter(({ result }) => result !== 'note'),
        namespace,
      ).to.deep.equal([]);
      expect(findings.map(({ message }) => message).join('\n')).to.include(
        'Tekton starts the steps when istio-proxy is ready',
      );
    }
  });

  it('finds a clock of this machine that is wrong', async () => {
    await renewLease(cluster);
    const clock = path.join(ROOT, 'test/integration/builders/shifted-clock.cjs');
    const { stdout } = await awaitCommand([...args(NAMESPACE), '--kubeconfig', cluster.kubeconfig], {
      env: { NODE_OPTIONS: `--require=${clock}` },
    });
    expect(messages(stdout, 'clock')).to.match(/The clock of this machine is \d+ s ahead of/);
  });

  it('says what the rights of a user of one namespace do not allow, and checks the rest', async () => {
    const outcome = await runInProcess([...args(NAMESPACE), '--kubeconfig', user.kubeconfig]);
    const findings = findingsOf(outcome);
    expect(outcome.status).to.equal(0);
    expect(problemsOf(findings).map(({ result }) => result)).to.deep.equal(
      findings.filter(({ result }) => result === 'unknown').map(({ result }) => result),
    );
    expect(messages(outcome.stdout, 'registry')).to.equal(
      `push access of the ServiceAccount builder of the Image shop to ${registry().address}/team/shop: your permissions do not allow this check (kubectl auth can-i get secrets -n ${NAMESPACE})`,
    );
    expect(messages(outcome.stdout, 'admission')).to.include('kubectl auth can-i create pods -n doctor');
    expect(messages(outcome.stdout, 'tekton')).to.match(/^Tekton v1\.\d+\.\d+\.$/);
    expect(messages(outcome.stdout, 'clock')).to.include('The clock of this machine agrees');
  });

  it('writes a bundle without secrets, and does not replace a file', async () => {
    await renewLease(cluster);
    const file = path.join(workspace.path, 'bundle.json');
    const bundle = [...args(NAMESPACE), '--bundle', file, '--kubeconfig', cluster.kubeconfig];
    expect((await runInProcess(bundle)).stderr).to.include(`note: ${file} is written`);
    const text = readFileSync(file, 'utf8');
    expect(text).to.not.include('very-private-value').and.not.include(ACCOUNT.password);
    expect(text).to.include('"API_TOKEN"').and.include('"kind": "DoctorBundle"');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    const again = await runInProcess(bundle);
    expect(again).to.deep.include({ status: 1, stdout: '', stderr: `error: --bundle ${file}: file already exists\n` });
  });

  it('ends at once without a cluster', async () => {
    const { status, stdout, stderr } = await runInProcess(['doctor', '--kubeconfig', '/nowhere']);
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr).to.match(/^error: .*\/nowhere/);
  });

  it('finds nothing on the cluster when all faults have ended', async () => {
    await renewLease(cluster);
    expect(problemsOf((await doctor()).findings)).to.deep.equal([]);
  });

  interface Diagnosis {
    readonly status: number | null;
    readonly findings: readonly Finding[];
  }

  async function doctor(namespace = NAMESPACE): Promise<Diagnosis> {
    const outcome = await runInProcess([...args(namespace), '--kubeconfig', cluster.kubeconfig]);
    return { status: outcome.status, findings: findingsOf(outcome) };
  }

  async function during({ make, namespace }: Pick<Fault, 'make' | 'namespace'>): Promise<Diagnosis> {
    await renewLease(cluster);
    const end = await make(cluster, registry().address);
    try {
      return await doctor(namespace);
    } finally {
      await end();
    }
  }

  function expectFinding({ status, findings }: Diagnosis, { check, message }: Fault): void {
    const problems = problemsOf(findings).filter(({ result }) => result !== 'note');
    const found = problems.filter((each) => each.check === check && message.test(each.message));
    expect(found.length, JSON.stringify(problems, undefined, 1)).to.equal(1);
    expect(status).to.equal(problems.some(({ result }) => result === 'error') ? 1 : 0);
  }
});

function args(namespace: string): readonly string[] {
  return ['doctor', '-n', namespace, '-o', 'json'];
}

function flagged(name: string, value: string, before: string): Fault['make'] {
  return async (target) => {
    await patch(target, FLAGS, { data: { [name]: value } });
    return () => patch(target, FLAGS, { data: { [name]: before } });
  };
}

function findingsOf({ stdout, stderr }: Outcome): readonly Finding[] {
  expect(stderr).to.equal('');
  return (JSON.parse(stdout) as { readonly findings: readonly Finding[] }).findings;
}

function messages(stdout: string, check: string): string {
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  return findings.flatMap((finding) => (finding.check === check ? [finding.message] : [])).join('\n');
}

function problemsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding) => finding.result !== 'ok' && !isOfOtherTests(finding));
}

/** True for the tags of Images that other tests have on the same cluster. */
function isOfOtherTests({ check, result, message }: Finding): boolean {
  return check === 'tags' && result === 'warning' && !message.includes(`${NAMESPACE}/`);
}
