import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { KPACK_RESOURCES, PODS } from '../../clients/kube/client/resources.ts';
import { ignoreKubeErrors, KubeError } from '../../clients/kube/kube-error.ts';
import { buildLog } from '../../insight/logs/build-log.ts';
import { pageLine } from '../../insight/logs/log-text.ts';
import { observedValue } from '../../insight/logs/observed-value.ts';
import type { ObservedPod } from '../../insight/logs/pod-log.ts';
import { lineMasks } from '../../core/mask/line-mask.ts';
import { mountedSecrets } from '../../core/mask/secret-values.ts';
import { defined } from '../../core/model/defined.ts';
import { asBuild, type Build } from '../../core/model/objects/build.ts';
import { asBuilder } from '../../core/model/objects/builder.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import { buildView } from '../../insight/views/build-view.ts';
import type { LogSection } from '../../insight/views/report-view.ts';
import type { OpenCluster } from '../cluster.ts';
import { buildSecrets } from '../logs/build-secrets.ts';
import { readBuild } from '../image-builds.ts';
import { addLine, finished, type ReportInput, type SectionDraft } from './report-input.ts';

/** Reads a Build and what belongs to it. Rejects with `CommandFailure` if there is no such Build. */
export async function readFromCluster(cluster: OpenCluster, key: NamespacedName): Promise<ReportInput> {
  const { client } = cluster;
  const object = await readBuild(client, key);
  const build = asBuild(object);
  const [pod, builder] = await Promise.all([readPod(cluster, build, key), readBuilder(cluster, build, key)]);
  const { log, gap } = await readLog(cluster, object, pod, key);
  const gaps = [
    ...(builder === undefined && buildView({ build, nowMs: 0 }).builder.resource !== undefined
      ? ['The order of the builder: the builder does not exist any more, or you may not read it.']
      : []),
    ...(gap === undefined ? [] : [gap]),
  ];
  return { build, ...defined({ pod: pod && asPod(pod), builder: builder && asBuilder(builder) }), log, gaps };
}

const ignoreUnreadable = ignoreKubeErrors('NOT_FOUND', 'FORBIDDEN');

async function readPod({ client }: OpenCluster, { status }: Build, { namespace }: NamespacedName) {
  const name = status.podName;
  return name === undefined ? undefined : client.get(PODS, { namespace, name }).catch(ignoreUnreadable);
}

/** Reads the builder of a Build. Resolves to `undefined` if the Build names none, or it cannot be read. */
export async function readBuilder(
  { client }: Pick<OpenCluster, 'client'>,
  build: Build,
  { namespace }: Pick<NamespacedName, 'namespace'>,
): Promise<KubeObject | undefined> {
  const { resource } = buildView({ build, nowMs: 0 }).builder;
  if (resource?.kind !== 'Builder' && resource?.kind !== 'ClusterBuilder') return undefined;
  const { kind, name } = resource;
  const at = kind === 'Builder' ? { namespace: resource.namespace ?? namespace, name } : { name };
  return client.get(KPACK_RESOURCES[kind], at).catch(ignoreUnreadable);
}

interface ReadLog {
  readonly log: readonly LogSection[];
  readonly gap?: string;
}

/** Reads the log so far, with secrets masked. */
async function readLog(
  { client }: OpenCluster,
  build: KubeObject,
  pod: KubeObject | undefined,
  { namespace }: NamespacedName,
): Promise<ReadLog> {
  if (pod === undefined)
    return { log: [], gap: 'The log: the Pod of the Build does not exist, or you may not read it.' };
  const mounted = mountedSecrets(asPod(pod).spec);
  const secrets = await buildSecrets(client, { namespace, build, mounted, lenient: ['NOT_FOUND', 'FORBIDDEN'] });
  const masks = lineMasks(secrets);
  const observedPod = observedValue<ObservedPod>({ kind: 'present', pod });
  const { sleep } = SYSTEM_CLOCK;
  const dependencies = { podLog: client.podLog, observedPod, sleep, signal: new AbortController().signal };
  const sections: SectionDraft[] = [];
  let mask = masks();
  const gaps: string[] = [];
  try {
    for await (const entry of buildLog(dependencies, { namespace, wanted: { kind: 'phases' }, follow: false })) {
      const section = sections.at(-1);
      if (entry.kind === 'heading') {
        sections.push({ title: entry.title, lines: [], leftOut: 0 });
        mask = masks();
      } else if (entry.kind === 'line') {
        if (section !== undefined) addLine(section, pageLine(mask(entry.line.text)));
      } else {
        gaps.push(`The rest of the log of ${entry.title}: it cannot be read.`);
      }
    }
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    gaps.push(`The log: ${error.message}`);
  }
  return { log: sections.map(finished), ...(gaps.length > 0 && { gap: gaps.join(' ') }) };
}
