import { boundedLine } from '../../../core/model/bounded-messages.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asBuilder } from '../../../core/model/objects/builder.ts';
import { asImage, asSourceResolver } from '../../../core/model/objects/image.ts';
import { builderView } from '../../views/builder-view.ts';
import { conditionOf } from '../../views/conditions.ts';
import { imageView } from '../../views/image-view.ts';
import { found, ok, whenRead, type CheckName, type Finding } from '../finding.ts';
import type { ClusterFacts } from '../cluster-facts.ts';

/** A list of more findings hides those of other checks. `taskpack list` shows all objects. */
const MAX_SHOWN = 10;

/** A message of a condition can have a whole log. `taskpack status` shows it. */
const MAX_MESSAGE = 300;

/** Checks that the Images of the namespace can be built. A failed Build does not count, because the Image can still be built. */
export function checkImages({ namespace, clocks }: ClusterFacts): readonly Finding[] {
  return whenRead('image', namespace.images, `Images of the namespace ${namespace.name}`, (images) => {
    const findings = images.flatMap((image) => {
      const { name, state } = imageView({ image: asImage(image), builds: [], nowMs: clocks.nowMs });
      if (state.kind !== 'not-ready') return [];
      return [
        found(
          'image',
          'error',
          `The Image ${name} is not ready${details(state)}`,
          `See its state: taskpack status image/${name} -n ${namespace.name}`,
        ),
      ];
    });
    return bounded('image', findings, `taskpack list images -n ${namespace.name}`, 'No Image waits for a builder.');
  });
}

/** Checks that the controller can read the sources of the Images. */
export function checkSources({ namespace }: ClusterFacts): readonly Finding[] {
  return whenRead('source', namespace.resolvers, `SourceResolvers of the namespace ${namespace.name}`, (resolvers) => {
    const findings = resolvers.map(asSourceResolver).flatMap((resolver) => {
      const failed = ['Ready', 'UpToDate']
        .map((type) => conditionOf(resolver, type))
        .find((condition) => condition?.status === 'False');
      const [owner] = resolver.metadata.ownerReferences;
      const name = owner?.kind === 'Image' ? owner.name : undefined;
      if (failed === undefined || name === undefined) return [];
      return [
        found(
          'source',
          'warning',
          `The controller cannot read the source of the Image ${name}, so new commits cause no Build${details(failed)}`,
          `See its state: taskpack status image/${name} -n ${namespace.name}`,
        ),
      ];
    });
    return bounded('source', findings, `taskpack list images -n ${namespace.name}`, 'The sources of Images are known.');
  });
}

/** Checks the Builders of the namespace and all ClusterBuilders. */
export function checkBuilders({ namespace }: ClusterFacts): readonly Finding[] {
  const lists = [
    [namespace.builders, 'Builder', 'builder/', ` -n ${namespace.name}`, `Builders of the namespace ${namespace.name}`],
    [namespace.clusterBuilders, 'ClusterBuilder', 'clusterbuilder/', '', 'ClusterBuilders'],
  ] as const;
  return lists.flatMap(([read, kind, prefix, flags, what]) =>
    whenRead('builder', read, what, (builders) => {
      const findings = builders.flatMap((builder) => builderFinding(builder, kind, prefix, flags));
      return bounded('builder', findings, `taskpack list ${prefix.slice(0, -1)}s${flags}`, `All ${kind}s are ready.`);
    }),
  );
}

function builderFinding(builder: JsonObject, kind: string, prefix: string, flags: string): readonly Finding[] {
  const { name, state } = builderView(asBuilder({ ...builder, kind }));
  if (state.kind !== 'not-ready' && state.kind !== 'outdated') return [];
  const fault = state.kind === 'outdated' ? 'is not up to date' : 'is not ready';
  const result = state.kind === 'outdated' ? 'warning' : 'error';
  const advice = `See its state: taskpack status ${prefix}${name}${flags}`;
  return [found('builder', result, `The ${kind} ${name} ${fault}${details(state)}`, advice)];
}

function details({ reason, message }: { readonly reason?: string; readonly message?: string }): string {
  const parts = [reason, message === undefined ? undefined : boundedLine(message, MAX_MESSAGE)];
  const text = parts.filter((part) => part !== undefined).join(': ');
  return text === '' ? '.' : `: ${text}${text.endsWith('.') ? '' : '.'}`;
}

function bounded(check: CheckName, findings: readonly Finding[], list: string, fine: string): readonly Finding[] {
  if (findings.length === 0) return [ok(check, fine)];
  const left = findings.slice(MAX_SHOWN);
  if (left.length === 0) return findings;
  const worst = left.some(({ result }) => result === 'error') ? 'error' : 'warning';
  return [
    ...findings.slice(0, MAX_SHOWN),
    found(check, worst, `${left.length} more are in the same state.`, `List them: ${list}`),
  ];
}
