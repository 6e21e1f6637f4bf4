import type { Cluster } from '../../cluster/cluster.ts';
import { INJECTED_SIDECARS_FLAG } from '../../../src/core/model/tekton-features.ts';
import { buildCommand } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { restrictedNamespace } from '../cluster/apply.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectlOutput } from '../crds/kubectl.ts';
import { credentials, FLAGS, LEASE, makeHealthy, patch, renewLease, SETTINGS } from '../doctor/healthy-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { commandReader } from './command-reader.ts';

/** Other tests on the cluster have objects in the namespace of the page. */
const NAMESPACE = 'checked-team';
const VALUES = { '-n team': `-n ${NAMESPACE}`, 'amespace team': `amespace ${NAMESPACE}` };

describe('a reader checks a cluster', () => {
  const registry = temporaryRegistry('basic');
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await kubectlOutput(cluster, ['apply', '-f', '-'], [restrictedNamespace(NAMESPACE)]);
    await makeHealthy(cluster, registry().address, NAMESPACE);
    await cluster.client.put(credentials(NAMESPACE, registry().address, 'wrong'));
  });
  after(async () => {
    await patch(cluster, FLAGS, { data: { [INJECTED_SIDECARS_FLAG]: 'true' } });
    for (const object of [SETTINGS, LEASE]) await cluster.client.delete(object);
    await kubectlOutput(cluster, ['delete', 'namespace', NAMESPACE, '--wait=false']);
  });

  describePage('docs/how-to/check-a-cluster.md', {
    reader: () =>
      commandReader(cluster, {
        namespace: NAMESPACE,
        values: { ...VALUES, 'registry.example.com': registry().address },
      }),
    before: {
      'Check a cluster before a Build runs': () => renewLease(cluster, Date.now(), 'taskpack-controller-6d4f'),
    },
    exits: { 'taskpack doctor -n team': 1 },
    varies: [/v\d+\.\d+\.\d+/g],
  });
});
