import { INJECTED_SIDECARS_FLAG } from '../../../src/core/model/tekton-features.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { buildCommand } from '../../support/command.ts';
import { restrictedNamespace } from '../cluster/apply.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectl } from '../crds/kubectl.ts';
import { FLAGS, makeHealthy, patch, renewLease, SETTINGS } from '../doctor/healthy-cluster.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { commandReader } from './command-reader.ts';

/** As long as the name in the page, so that the lines break at the same words. */
const NAMESPACE = 'crew';

describe("a reader sets Tekton's flags", function () {
  const registry = temporaryRegistry('basic');
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await cluster.client.put(restrictedNamespace(NAMESPACE));
    await makeHealthy(cluster, registry().address, NAMESPACE);
    await patch(cluster, FLAGS, { data: { [INJECTED_SIDECARS_FLAG]: 'true' } });
  });
  // doctor reports a Lease that is a minute old, and one part of the page can take as long on a busy machine.
  beforeEach(() => renewLease(cluster));
  after(async () => {
    await patch(cluster, FLAGS, { data: { [INJECTED_SIDECARS_FLAG]: 'true' } });
    await cluster.client.delete(SETTINGS);
    await kubectl(cluster, ['delete', 'namespace', NAMESPACE, '--wait=false']);
  });

  describePage('docs/how-to/tune-tekton.md', {
    reader: () => commandReader(cluster, { namespace: NAMESPACE, values: { team: NAMESPACE } }),
  });
});
