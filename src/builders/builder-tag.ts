import type { Builder } from '../api/kpack/builder.ts';
import type { ClusterBuilder } from '../api/kpack/cluster-builder.ts';
import { canonicalName, parseTag, repositoryName } from '../model/image-reference.ts';
import { known, unknown, type Reading } from './reading.ts';

/** Where the image of a builder goes, in full. Without a tag, or with `latest`, kpack names one after the builder. */
export function builderTag(builder: Builder | ClusterBuilder): Reading<string> {
  const tag = fullTag(builder);
  if (tag.kind === 'unknown' || parseTag(runImageTag(tag.value)) !== undefined) return tag;
  return unknown(`${runImageTag(tag.value)}, where the run image goes, is longer than a tag may be`);
}

/** Where the run image of a builder with that tag goes. */
export function runImageTag(tag: string): string {
  return `${tag}-run-image`;
}

function fullTag({ kind, metadata, spec }: Builder | ClusterBuilder): Reading<string> {
  const reference = parseTag(spec.tag);
  if (reference === undefined) return unknown(`invalid value: ${spec.tag}`);
  if ((reference.tag ?? 'latest') !== 'latest') return known(canonicalName(reference));
  if (kind === 'ClusterBuilder') return known(`${repositoryName(reference)}:clusterbuilder-${metadata.name}`);
  if (metadata.namespace === undefined) {
    return unknown(
      `${spec.tag} has no tag of its own, and the builder has no namespace to name one after: give it by -n`,
    );
  }
  return known(`${repositoryName(reference)}:builder-${metadata.namespace}-${metadata.name}`);
}
