import type { Builder } from '../api/kpack/builder.ts';
import type { ClusterBuilder } from '../api/kpack/cluster-builder.ts';
import { canonicalName, parseTag, repositoryName } from '../model/image-reference.ts';
import { known, unknown, type Reading } from './reading.ts';

/** Returns the full tag of a builder's image. Without a tag, or with `latest`, it is kpack's tag with the builder's name. */
export function builderTag(builder: Builder | ClusterBuilder): Reading<string> {
  const tag = fullTag(builder);
  if (tag.kind === 'unknown' || parseTag(runImageTag(tag.value)) !== undefined) return tag;
  return unknown(`${runImageTag(tag.value)}, the tag of the run image, is too long; choose a shorter tag`);
}

/** Returns the tag to which the run image of a builder is copied. */
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
      `${spec.tag} has no tag, and the default tag needs a namespace; add a tag, or set the namespace with -n`,
    );
  }
  return known(`${repositoryName(reference)}:builder-${metadata.namespace}-${metadata.name}`);
}
