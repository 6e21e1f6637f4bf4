import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { assembleRelease } from '../../../scripts/release/assemble-release.mjs';
import type { Cluster } from '../../cluster/cluster.ts';
import { INJECTED_SIDECARS_FLAG } from '../../../src/core/model/tekton-features.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { buildCommand } from '../../support/command.ts';
import { linkClone } from '../../support/docs/linked-clone.ts';
import { describePage, type Reader } from '../../support/docs/run-page.ts';
import { smallInputs } from '../../support/small-release.ts';
import { placedUniverse } from '../builders/pushed-universe.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectl, kubectlOutput } from '../crds/kubectl.ts';
import { FLAGS, LEASE, makeHealthy, patch, renewLease, SETTINGS } from '../doctor/healthy-cluster.ts';
import { removeInstallation } from '../install/installed-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { commandReader } from './command-reader.ts';

/** The registry of the page's release. */
const RELEASE_REGISTRY = 'registry.example.org/taskpack';

/** kubectl asks for a right only if it finds the resource. */
const CONSTRAINTS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'securitycontextconstraints.security.openshift.io' },
  spec: {
    group: 'security.openshift.io',
    scope: 'Cluster',
    names: { kind: 'SecurityContextConstraints', plural: 'securitycontextconstraints' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
const OF_TEAM = ['--as=somebody', '--as-group=team-a'];

describe('an operator follows pages on a cluster', () => {
  const universe = placedUniverse();
  const registry = temporaryRegistry('basic');
  let cluster: Cluster;
  let helm: string;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    ({ helm } = await ensurePrograms(['helm'], console.error));
    const names = ['taskpack', 'openshift-shop', 'team-b'];
    const namespaces = names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
    await kubectlOutput(cluster, ['apply', '-f', '-'], [...namespaces, CONSTRAINTS]);
    await cluster.client.put({ ...SETTINGS, data: {} } as unknown as typeof SETTINGS);
  });
  after(async () => {
    await patch(cluster, FLAGS, { data: { [INJECTED_SIDECARS_FLAG]: 'true' } });
    await removeInstallation(cluster);
    await kubectl(cluster, ['delete', 'crd', CONSTRAINTS.metadata.name]);
    for (const object of [SETTINGS, LEASE]) await cluster.client.delete(object);
    await kubectl(cluster, ['delete', 'clusterrole', 'taskpack-edit', 'taskpack-view', 'taskpack-see-builders']);
    await kubectl(cluster, ['delete', 'clusterrolebinding', 'taskpack-see-builders']);
    await kubectl(cluster, ['delete', '-k', 'config/overlays/openshift', '--ignore-not-found']);
    const made = ['clusterlifecycle/default-lifecycle', 'clusterstack/internal', 'clusterstore/internal'];
    await kubectl(cluster, ['delete', '--ignore-not-found', ...made]);
    await kubectl(cluster, ['delete', 'namespace', '--wait=false', 'openshift-shop', 'team-a', 'team-b']);
  });

  describePage('docs/how-to/run-on-openshift.md', {
    reader: () => commandReader(cluster, { namespace: 'default', values: { NAMESPACE: 'openshift-shop' } }),
    before: {
      "2. Allow the builder's user": linkClone,
      '3. Check': async () =>
        isGranted([
          'use',
          `${CONSTRAINTS.metadata.name}/nonroot-v2`,
          '-n',
          'openshift-shop',
          '--as=system:serviceaccount:openshift-shop:default',
        ]),
    },
  });

  describePage('docs/how-to/serve-many-tenants.md', {
    reader: () => commandReader(cluster, { namespace: 'default' }),
    before: {
      'Check the rights': async () => isGranted(['create', 'images.kpack.io', '-n', 'team-a', ...OF_TEAM]),
      '4. Restrict the network': linkClone,
      '5. Check': async () => {
        await until('the use of the quota', async () => quotaUse());
        await makeHealthy(cluster, registry().address, 'team-a');
        await renewLease(cluster);
      },
    },
    exits: { 'kubectl auth can-i create images.kpack.io -n team-b': 1 },
  });

  describePage('docs/how-to/install-air-gapped.md', {
    reader: () => airGappedReader(),
    before: {
      '2. Push the images to your registry': ({ path: folder }) => {
        for (const [name, content] of assembleRelease(smallInputs(RELEASE_REGISTRY)).files)
          writeFileSync(path.join(folder, name), content);
      },
    },
  });

  /** Waits until the API server has seen the roles. */
  async function isGranted(right: readonly string[]): Promise<void> {
    const ask = async (): Promise<true | undefined> =>
      (await kubectl(cluster, ['auth', 'can-i', ...right])).code === 0 ? true : undefined;
    await until(`the right to ${right.join(' ')}`, ask, { seconds: 30 });
  }

  /** Returns the use that the quota controller has written. Without it, the API server refuses objects that the quota counts. */
  async function quotaUse(): Promise<object | undefined> {
    const metadata = { name: 'builds', namespace: 'team-a' };
    const quota = await cluster.client.get({ apiVersion: 'v1', kind: 'ResourceQuota', metadata });
    return (quota?.['status'] as { readonly used?: object } | undefined)?.used;
  }

  /** A reader with skopeo, for which the registry of the bed is one without TLS. */
  function airGappedReader(): Reader {
    const { address } = universe().registry;
    const reader = commandReader(cluster, {
      namespace: 'default',
      values: {
        'registry.internal': address,
        'paketobuildpacks/build-jammy-base': `${address}/universe/build`,
        'paketobuildpacks/run-jammy-base': `${address}/universe/run`,
        'buildpacksio/lifecycle:0.20.12': `${address}/universe/lifecycle:latest`,
        'paketobuildpacks/nodejs': `${address}/universe/hello-1.1.0`,
        '0.1.0': VERSION,
      },
    });
    const registries = `[[registry]]\nlocation = "${address}"\ninsecure = true\n`;
    const prelude = [
      reader.prelude,
      `alias helm='"${helm}"'`,
      'mkdir -p ~/.config/containers',
      `cat > ~/.config/containers/registries.conf <<'END'\n${registries}END`,
    ];
    return { ...reader, prelude: prelude.join('\n') };
  }
});
