import type { KubeClient } from '../../kube/client/kube-client.ts';
import { keyOf, type KubeObject } from '../../kube/client/kube-object.ts';
import { succeededCondition } from '../../model/conditions.ts';
import type { JsonObject } from '../../model/json.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import type { BuildMetrics } from '../../observability/build-metrics.ts';
import type { Traces } from '../../observability/traces.ts';
import type { Log } from '../../observability/log.ts';

/** Receives finished Builds. */
export interface BuildWatcher {
  readonly metrics: BuildMetrics;
  readonly log: Pick<Log, 'info'>;
  readonly traces: Pick<Traces, 'note'>;
}

type EndWatcher = Pick<BuildWatcher, 'metrics' | 'log'>;

/** Returns a client that reports a Build when it writes the final status, which happens once per Build. */
export function reportingFinishedBuilds<Client extends Pick<KubeClient, 'patch'>>(
  client: Client,
  watcher: EndWatcher,
): Client {
  return {
    ...client,
    patch: async (resource, name, patch, options) => {
      const object = await client.patch(resource, name, patch, options);
      const isStatus = resource.plural === 'builds' && options?.subresource === 'status';
      if (isStatus && Object.hasOwn(objectAt(patch, 'status'), 'conditions')) reportIfFinished(object, watcher);
      return object;
    },
  };
}

function reportIfFinished(build: KubeObject, { metrics, log }: EndWatcher): void {
  const status = objectAt(build, 'status');
  const outcome = outcomeOf(build);
  if (outcome === undefined) return;
  const backend = textAt(status, 'backend') ?? 'none';
  metrics.buildEnded(outcome, backend);
  for (const step of objectsAt(status, 'steps')) {
    const seconds = secondsOf(step);
    if (seconds !== undefined) metrics.phaseEnded(textAt(step, 'name') ?? '', backend, seconds);
  }
  log.info('the Build has ended', { build: keyOf(build), outcome, backend });
}

/** Returns `succeeded` or the failure reason. Returns `undefined` if the Build is not finished. */
function outcomeOf(build: KubeObject): string | undefined {
  const status = succeededCondition(build)?.status;
  if (status === 'True') return 'succeeded';
  if (status !== 'False') return undefined;
  return textAt(objectAt(objectAt(build, 'status'), 'failure'), 'reason') ?? 'failed';
}

function secondsOf(step: JsonObject): number | undefined {
  const [started, finished] = [textAt(step, 'startedAt'), textAt(step, 'finishedAt')].map((time = '') =>
    Date.parse(time),
  );
  const seconds = ((finished ?? Number.NaN) - (started ?? Number.NaN)) / 1000;
  return seconds >= 0 ? seconds : undefined;
}
