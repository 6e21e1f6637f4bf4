import { expect } from 'chai';
import type { Collector } from '../../cluster/collector/collector.ts';
import { segmentsOf, shownSegments } from '../../cluster/collector/segments.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { runCommand } from '../../support/command.ts';
import { PHASES } from '../layouts/stand-in-images.ts';

interface TracedBuild extends KubernetesObject {
  readonly metadata: KubernetesObject['metadata'] & { readonly uid: string };
  readonly status: {
    readonly steps: readonly { readonly name: string; readonly startedAt: string; readonly finishedAt: string }[];
  };
}

/** Checks that a collector has the spans of a finished Build: the phases of its status, and all that `taskpack status` shows. */
export async function expectSpans(
  { client, kubeconfig }: Pick<NodeCluster, 'client' | 'kubeconfig'>,
  collector: Pick<Collector, 'spans'>,
  { namespace, name }: Readonly<Record<'namespace' | 'name', string>>,
): Promise<void> {
  const { metadata, status } = (await client.send(
    'GET',
    `/apis/kpack.io/v1alpha2/namespaces/${namespace}/builds/${name}`,
  )) as TracedBuild;
  const { stdout } = runCommand(['status', `build/${name}`, '-n', namespace, '-o', 'json', '--kubeconfig', kubeconfig]);
  const shown = shownSegments(JSON.parse(stdout));
  const spans = await until(`the trace of ${name}`, async () => {
    const own = collector.spans().filter(({ traceId }) => traceId === metadata.uid.replaceAll('-', ''));
    return own.length > shown.length ? segmentsOf(own) : undefined;
  });
  expect(spans).to.deep.equal(shown);
  const steps = status.steps.map((step) => [step.name, step.startedAt, step.finishedAt]);
  expect(spans.filter(([segment]) => PHASES.some((phase) => phase === segment))).to.deep.equal(steps);
}
