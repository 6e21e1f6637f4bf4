import { parseImageReference, type ImageReference } from '../../core/model/image-reference.ts';
import type { ImageFamily } from '../../core/oci/media-types.ts';
import type { SignedImage } from './payload.ts';
import { attachedTag, type Attached } from './signature-image.ts';

/** A place for signatures: a tag, and the media types of a new image there. */
export interface SignaturePlace {
  readonly tag: ImageReference;
  readonly family: ImageFamily;
}

/** The settings for signatures in the Secret of their key. */
export interface SignatureSettings {
  /** The repository of the signatures; that of the image by default. */
  readonly repository?: string;
  /** A boolean in Go's syntax: true for Docker's media types. */
  readonly dockerMediaTypes?: string;
}

/** cosign reads COSIGN_DOCKER_MEDIA_TYPES with Go's strconv.ParseBool. */
const TRUE: readonly string[] = ['1', 't', 'T', 'true', 'TRUE', 'True'];

/** Returns the places of what belongs to an image; `undefined` if `repository` has a tag or digest, or is invalid. */
export function signaturePlaces(
  image: SignedImage,
  { repository, dockerMediaTypes = '' }: SignatureSettings,
): ((kind: Attached) => SignaturePlace) | undefined {
  const family = TRUE.includes(dockerMediaTypes) ? 'docker' : 'oci';
  if (repository === undefined) return (kind) => ({ tag: attachedTag(image, kind), family });
  const other = parseImageReference(repository);
  if (other === undefined || other.tag !== undefined || other.digest !== undefined) return undefined;
  return (kind) => ({ tag: attachedTag(image, kind, other), family });
}
