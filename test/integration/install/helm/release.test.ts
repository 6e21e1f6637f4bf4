import { expect } from 'chai';
import path from 'node:path';
import { installation } from '../../../../src/install/installation.ts';
import { objectAt, textAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { buildCommand, ROOT } from '../../../support/command.ts';
import { controllerProcess } from '../../../support/controller-process.ts';
import { makeWorkspace } from '../../../support/workspace.ts';
import { kubectlOutput } from '../../crds/kubectl.ts';
import { startEmptyCluster, type EmptyCluster } from '../empty-cluster.ts';
import { accountKubeconfig } from '../installed-cluster.ts';
import { CHART, helmIn, type Helm } from './helm.ts';

/** Not the namespace of `taskpack install`. */
const NAMESPACE = 'platform';
const RELEASE = ['taskpack', '-n', NAMESPACE];
const BUDGET = 'PodDisruptionBudget platform/taskpack-controller';

const IMAGE = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Image',
  metadata: { namespace: 'default', name: 'app' },
  spec: {
    tag: 'registry.test/app',
    serviceAccountName: 'default',
    builder: { kind: 'ClusterBuilder', name: 'builder' },
    source: { git: { url: 'https://git.test/app', revision: 'main' } },
  },
} as KubernetesObject;

describe('helm with the chart, on a real API server', function () {
  this.timeout(120_000);
  const workspace = makeWorkspace();
  let cluster: EmptyCluster;
  let helm: Helm;

  /** The objects of the release that the cluster has, such as `Role platform/taskpack-controller`. */
  const released = async (): Promise<readonly string[]> => {
    const selector = ['-A', '-l', 'app.kubernetes.io/managed-by=Helm,app.kubernetes.io/instance=taskpack'];
    const list: unknown = JSON.parse(await kubectlOutput(cluster, ['get', KINDS, ...selector, '-o', 'json']));
    return (list as { readonly items: readonly JsonObject[] }).items.map(nameOf);
  };
  const settings = async (): Promise<JsonObject> => {
    const map = ['get', 'configmap', 'settings', '-n', NAMESPACE, '-o', 'jsonpath={.data}'];
    return JSON.parse(await kubectlOutput(cluster, map)) as JsonObject;
  };
  const uidOfImage = async (): Promise<string | undefined> =>
    ((await cluster.client.get(IMAGE)) as { readonly metadata: { readonly uid?: string } } | undefined)?.metadata.uid;

  before(async function () {
    // The first run builds helm and the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await startEmptyCluster();
    helm = await helmIn(path.join(workspace.path, 'home'), cluster.kubeconfig);
  });
  after(async () => {
    workspace.remove();
    await cluster.stop();
  });

  it('refuses definitions that kpack or kubectl left behind, unless it may take ownership', async () => {
    await kubectlOutput(cluster, ['apply', '-f', path.join(ROOT, 'config/300-crds')]);
    const refused = await helm('install', ...RELEASE, CHART, '--create-namespace').catch(String);
    expect(refused).to.include('cannot be imported into the current release');
    expect(await released()).to.deep.equal([]);
  });

  it('installs every object, and says what to do next', async () => {
    const printed = await helm('install', ...RELEASE, CHART, '--create-namespace', '--take-ownership');
    expect(printed)
      .to.include('STATUS: deployed')
      .and.include('rollout status deployment/taskpack-controller -n platform');
    expect(await released()).to.have.members(INSTALLED);
  });

  it('gives the controller all rights that it needs, in the namespace of the release', async () => {
    const controller = controllerProcess(await accountKubeconfig(cluster, workspace.path, NAMESPACE));
    try {
      await controller.says('leading');
      const leases = await kubectlOutput(cluster, ['get', 'leases', '-n', NAMESPACE, '-o', 'name']);
      expect(leases).to.equal('lease.coordination.k8s.io/taskpack-controller\n');
    } finally {
      controller.kill('SIGTERM');
      expect(await controller.ended).to.equal(0);
    }
    expect(controller.log().filter((line) => /forbidden/i.test(JSON.stringify(line)))).to.deep.equal([]);
  });

  it('upgrades settings and objects, and keeps Images', async () => {
    await cluster.client.create(IMAGE);
    const uid = await uidOfImage();
    const values = 'podDisruptionBudget.enabled=true,settings.BACKEND=native,crds.v1alpha3=true';
    await helm('upgrade', ...RELEASE, CHART, '--set', values);
    expect(await released()).to.have.members([...INSTALLED, BUDGET]);
    expect(await settings()).to.include({ BACKEND: 'native' });
    await kubectlOutput(cluster, ['get', '--raw', '/apis/kpack.io/v1alpha3']);
    expect(await uidOfImage()).to.equal(uid);
  });

  it('rolls back settings and objects, and keeps Images', async () => {
    const uid = await uidOfImage();
    await helm('rollback', ...RELEASE, '1');
    expect(await released()).to.have.members(INSTALLED);
    expect(await settings()).to.not.have.property('BACKEND');
    expect(uid).to.be.a('string');
    expect(await uidOfImage()).to.equal(uid);
  });

  it('removes everything but the definitions, the Images, and the namespace with the Lease', async () => {
    const uid = await uidOfImage();
    await helm('uninstall', ...RELEASE, '--wait');
    expect(await released()).to.have.members(DEFINITIONS);
    expect(await uidOfImage()).to.equal(uid);
    const left = await kubectlOutput(cluster, ['get', `${KINDS},leases,secrets`, '-n', NAMESPACE, '-o', 'name']);
    // Kubernetes itself creates the ConfigMap and the ServiceAccount.
    expect(namespaced(left)).to.deep.equal([
      'configmap/kube-root-ca.crt',
      'lease.coordination.k8s.io/taskpack-controller',
      'serviceaccount/default',
    ]);
  });

  it('adopts the definitions and Images if the chart is installed again', async () => {
    const uid = await uidOfImage();
    await helm('install', ...RELEASE, CHART);
    expect(await released()).to.have.members(INSTALLED);
    expect(uid).to.be.a('string');
    expect(await uidOfImage()).to.equal(uid);
  });
});

/** The kinds of the chart's objects that every cluster has. */
const KINDS = [
  'clusterroles',
  'clusterrolebindings',
  'configmaps',
  'customresourcedefinitions',
  'deployments',
  'networkpolicies',
  'poddisruptionbudgets',
  'priorityclasses',
  'rolebindings',
  'roles',
  'serviceaccounts',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
].join(',');

/** Helm creates the namespace itself. */
const INSTALLED = installation({ steps: '', entrypoint: '' })
  .filter(({ kind }) => kind !== 'Namespace')
  .map((object) => nameOf(object).replace(' taskpack/', ` ${NAMESPACE}/`));

const DEFINITIONS = INSTALLED.filter((name) => name.startsWith('CustomResourceDefinition '));

function nameOf(object: JsonObject): string {
  const metadata = objectAt(object, 'metadata');
  const namespace = textAt(metadata, 'namespace');
  return `${textAt(object, 'kind')} ${namespace === undefined ? '' : `${namespace}/`}${textAt(metadata, 'name')}`;
}

/** Returns the objects that are in a namespace. kubectl also lists those of the cluster. */
function namespaced(printed: string): readonly string[] {
  return printed
    .trim()
    .split('\n')
    .filter((name) =>
      /^(?:configmap|lease|serviceaccount|secret|role|rolebinding|deployment|networkpolicy|poddisruptionbudget)[./]/.test(
        name,
      ),
    )
    .toSorted();
}
