import { canonicalTag, parseImageReference } from './image-reference.ts';

/** The images that a registry cache could replace. */
export interface ImagesOfBuild {
  readonly tags: readonly string[];
  readonly builder?: string;
  readonly runImage?: string;
  /** If an Image follows a tag, its Builds have only the digest of the source, so the rule for Images compares the tag. */
  readonly source?: string;
}

/**
 * Returns why the tag of a registry cache cannot be used: the exporter would replace another image by the cache image, without an error.
 * Ignores digests, because the exporter pushes to the tag of a reference that has both. kpack has no such rule.
 */
export function cacheTagFault(cacheTag: string, { tags, ...others }: ImagesOfBuild): string | undefined {
  const pushed = tagBesideDigest(cacheTag);
  const isPushed = (image: string | undefined): image is string =>
    image !== undefined && pushed !== undefined && tagBesideDigest(image) === pushed;
  const tag = tags.find(isPushed);
  if (tag !== undefined) return faultOf('tag', tag, 'application');
  const { builder, runImage, source } = others;
  if (isPushed(builder)) return faultOf('builder image', builder);
  if (isPushed(runImage)) return faultOf('run image', runImage);
  const isDigest = source !== undefined && /@/.test(source) && parseImageReference(source)?.tag === undefined;
  return isPushed(source) && !isDigest ? faultOf('source image', source) : undefined;
}

function faultOf(kind: string, image: string, replaced = kind): string {
  return `is the same as the ${kind} ${image}, and the cache image would replace the ${replaced}: use another tag`;
}

/** Other images often have a digest, with or without a tag. */
function tagBesideDigest(image: string): string | undefined {
  return canonicalTag(image.split('@', 1)[0] ?? '');
}
