import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { OWN_ARCHITECTURE } from '../../../scripts/images/run-node.mjs';
import { CONTROLLER_NAMESPACE as SYSTEM } from '../../../src/core/model/installation-names.ts';
import { removal } from '../../../src/install/removal.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { CRDS, installCrds } from '../../cluster/custom-resources.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { signingOracle } from '../../integration/completion/signing-oracle.ts';
import { kubectl, kubectlOutput } from '../../integration/crds/kubectl.ts';
import { cosign, type Cosign } from '../../integration/signing/cosign.ts';
import { describePage, type Reader } from '../../support/docs/run-page.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { giveApiServerAddress } from './api-server-address.ts';
import { added, listedObjects } from './listed-objects.ts';
import { makeRelease, type MadeRelease } from './made-release.ts';
import { tutorialApplication, type TutorialApplication } from './tutorial-application.ts';

const APPS = 'released-apps';
const PASSWORD = 'open sesame';
const DEFINITIONS = CRDS.map(({ metadata }) => `CustomResourceDefinition /${metadata.name}`);

/** A user with an empty folder, the files of a release and a cluster installs taskpack in each way, builds, and removes it. */
describe('the files of a release', function () {
  this.timeout(300_000);
  const workspace = makeWorkspace();
  const key = (name: string): string => path.join(workspace.path, name);
  let cluster: NodeCluster;
  let programs: Readonly<Record<'cosign' | 'helm' | 'signing-oracle', string>>;
  let real: Cosign;
  let release: MadeRelease;
  let application: TutorialApplication;
  let withdraw: (() => Promise<void>) | undefined;
  let others: ReadonlySet<string>;

  before(async function () {
    // The first run builds the programs of the cluster, and the bases of the images.
    this.timeout(1_800_000);
    programs = await ensurePrograms(['cosign', 'helm', 'signing-oracle'], console.error);
    cluster = await oneNodeCluster();
    real = cosign(programs.cosign, workspace.path, PASSWORD);
    await signingOracle(programs['signing-oracle'], workspace.path).makeKey(workspace.path, PASSWORD);
    await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: APPS } });
    withdraw = await giveApiServerAddress(cluster);
    const signer = { file: key('cosign.key'), password: PASSWORD };
    [application, release] = await Promise.all([
      tutorialApplication(cluster, APPS),
      makeRelease(`${cluster.registry.address}/release`, signer),
    ]);
    const definitions = new Set(DEFINITIONS);
    others = new Set([...(await objects())].filter((object) => !definitions.has(object)));
  });
  after(async function () {
    await withdraw?.();
    await application?.stop();
    await kubectl(cluster, ['delete', 'namespace', APPS, '--wait=false']);
    // A failed test leaves an installation.
    await kubectl(
      cluster,
      ['delete', '--ignore-not-found', '-f', '-'],
      removal({ definitions: 'keep', namespace: 'delete' }) as readonly KubernetesObject[],
    );
    await installCrds(cluster);
    release?.remove();
    workspace.remove();
  });

  it('pass the gate before a release is published', async () => {
    expect(await release.gate(key('cosign.pub'), programs.cosign)).to.match(/^the release in \S+ can be published\n$/);
  });

  it('name images that cosign verifies', async () => {
    for (const image of Object.values(release.images)) await real.verify(key('cosign.pub'), image);
    const { steps = '' } = release.images;
    for (const type of ['slsaprovenance1', 'spdxjson', 'cyclonedx']) {
      const [statement] = await real.attestations(key('cosign.pub'), steps, type);
      expect(statement, type).to.nested.include({ 'subject[0].digest.sha256': steps.split(':').at(-1) });
    }
  });

  describePage('docs/how-to/install-the-controller.md', {
    reader: () => reader(),
    before: {
      '1. Push the images': (directory) => {
        for (const file of readdirSync(release.directory).filter((name) => name !== 'images.tar'))
          copyFileSync(path.join(release.directory, file), path.join(directory.path, file));
      },
    },
    // The namespace holds the login to the registry.
    exits: { 'taskpack uninstall --check': 1 },
    after: {
      'kubectl apply -f release.yaml': () => builds('by-kubectl'),
      'kubectl delete -f release.yaml': () => leaves(DEFINITIONS),
      'helm install': () => builds('by-helm'),
      'helm uninstall': () =>
        leaves([
          ...DEFINITIONS,
          'ConfigMap taskpack/kube-root-ca.crt',
          'ConfigMap taskpack/index-platform',
          'Lease taskpack/taskpack-controller',
          'Namespace /taskpack',
          'ServiceAccount taskpack/default',
        ]),
      'kubectl delete namespace taskpack': () => leaves(DEFINITIONS),
      'kubectl apply -k .': () => builds('by-kustomize'),
      'taskpack uninstall |': () => leaves(DEFINITIONS),
    },
  });

  describe('the definitions', () => {
    it('are removed if the user asks for it, and with them all Images', async () => {
      expect(await application.built()).to.have.members(['by-kubectl', 'by-helm', 'by-kustomize']);
      execFileSync('tar', ['-xzf', executableArchive(), '-C', workspace.path, 'taskpack']);
      const uninstall = ['uninstall', '--with-definitions'];
      const { stdout, stderr } = spawnSync(key('taskpack'), uninstall, { env: {}, encoding: 'utf8' });
      expect(stderr).to.include('deleting the definitions deletes every Build, Image, Builder,');
      await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], stdout);
      await leaves([]);
    });
  });

  /** Builds the application with the controller, and asserts that the controller and the Build run the images of the release. */
  async function builds(name: string): Promise<void> {
    const pods = [await application.build(name), ...(await controllerPods())];
    for (const pod of pods) expect(imagesOf(pod), name).to.include(digestOf('steps'));
  }

  async function controllerPods(): Promise<readonly JsonObject[]> {
    const pods = (await cluster.client.list('v1', 'Pod', SYSTEM)) as readonly JsonObject[];
    expect(pods).to.have.length(2);
    return pods;
  }

  function digestOf(name: string): string {
    return release.images[name]?.split('@')[1] ?? '';
  }

  /** Waits until the cluster has only these objects more than before the first installation. */
  async function leaves(expected: readonly string[]): Promise<void> {
    let left: readonly string[] = [];
    const ask = async (): Promise<true | undefined> => {
      left = added(others, await objects());
      return left.length === expected.length || undefined;
    };
    await until('the deletion', ask).catch(() => undefined);
    expect(left).to.have.members(expected);
  }

  function objects(): Promise<ReadonlySet<string>> {
    return listedObjects(cluster);
  }

  function executableArchive(): string {
    return path.join(release.directory, `taskpack_${VERSION}_linux_${OWN_ARCHITECTURE}.tar.gz`);
  }

  function reader(): Reader {
    const { address } = cluster.registry;
    return {
      values: {
        '../cosign.pub': key('cosign.pub'),
        'registry.example.com/taskpack': `${address}/release`,
        'registry.example.com': address,
        linux_amd64: `linux_${OWN_ARCHITECTURE}`,
        '-n apps': `-n ${APPS}`,
      },
      env: {},
      prelude: [
        `alias kubectl='"${cluster.kubectl}"' helm='"${programs.helm}"' cosign='"${programs.cosign}"'`,
        `export KUBECONFIG=${cluster.kubeconfig}`,
      ].join('\n'),
    };
  }
});

/** Returns the digests of the images that a Pod names. */
function imagesOf(pod: JsonObject): readonly string[] {
  const spec = objectAt(pod, 'spec');
  const containers = [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')];
  return containers.map((container) => textAt(container, 'image')?.split('@')[1] ?? '');
}
