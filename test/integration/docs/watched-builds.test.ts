import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { buildCommand } from '../../support/command.ts';
import { linkClone } from '../../support/docs/linked-clone.ts';
import { describePage, type Reader } from '../../support/docs/run-page.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectl, kubectlOutput } from '../crds/kubectl.ts';
import { commandReader } from './command-reader.ts';
import { storeShop } from './stored-shop.ts';

const NAMESPACE = 'docs-shop';
/** Other tests on the cluster have Builds in other namespaces. */
const ONLY_OWN = { 'list builds -A': `list builds -n ${NAMESPACE}` };
/** Durations, ages, names and ports of dashboards differ from run to run. */
const VARIES = [
  /\b(?:\d+[dhms]){1,2}\b/g,
  /(?<=taskpack-)\S+(?=\.localhost)/g,
  /(?<=\.localhost:)\d+/g,
  /(?<=#token=)\S+/g,
];

describe('a reader watches builds', () => {
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await storeShop(cluster, NAMESPACE);
  });
  after(async () => {
    await kubectl(cluster, ['delete', '--ignore-not-found', '-f', '-'], OPERATOR_KINDS);
    await kubectl(cluster, ['delete', 'configmap/taskpack-dashboard', '-n', 'taskpack']);
    await kubectl(cluster, ['delete', 'namespace', NAMESPACE, '--wait=false']);
  });

  describePage('docs/how-to/see-builds.md', { reader, varies: VARIES });
  describePage('docs/how-to/watch-builds-in-a-browser.md', {
    reader,
    varies: VARIES,
    beforeCtrlC: {
      'taskpack dashboard': async (output) => {
        const [address = ''] = /http:\S+/.exec(output) ?? [];
        // Node asks the system for the name. curl resolves names below localhost itself, as browsers do.
        expect((await promisify(execFile)('curl', ['-sS', address])).stdout).to.include('<title>');
      },
    },
  });
  describePage('docs/how-to/watch-the-controller.md', {
    reader,
    exits: { 'taskpack logs': 1 },
    before: {
      'Alerts and dashboard': async (directory) => {
        linkClone(directory);
        const system = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'taskpack' } };
        await kubectlOutput(cluster, ['apply', '-f', '-'], [...OPERATOR_KINDS, system]);
        const names = OPERATOR_KINDS.map(({ metadata }) => `crd/${metadata.name}`);
        await kubectlOutput(cluster, ['wait', '--for=condition=Established', ...names, '--timeout=30s']);
      },
    },
  });

  /** npm installs global packages below the reader's home directory. */
  function reader(): Reader {
    const base = commandReader(cluster, { namespace: NAMESPACE, values: { ...ONLY_OWN, team: NAMESPACE } });
    return { ...base, prelude: `${base.prelude}\nexport npm_config_prefix=~ PATH=~/bin:$PATH` };
  }
});

/** Prometheus Operator's kinds without their schemas. `test/peers/prometheus` applies the same objects to the real ones. */
const OPERATOR_KINDS = [
  operatorKind('PodMonitor', 'podmonitors'),
  operatorKind('PrometheusRule', 'prometheusrules'),
] as const;

function operatorKind(kind: string, plural: string): KubernetesObject {
  const group = 'monitoring.coreos.com';
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
