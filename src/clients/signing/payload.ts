import { repositoryName, type ImageReference } from '../../core/model/image-reference.ts';
import type { NameValue } from '../../core/model/resolved-build.ts';

/** An image or index by digest. */
export type SignedImage = Pick<ImageReference, 'registry' | 'repository'> & { readonly digest: string };

/**
 * Returns the signed payload in the "simple signing" format of containers/image. The bytes equal cosign's (sigstore/sigstore,
 * pkg/signature/payload), so an existing signature of the same image is recognized.
 */
export function signaturePayload(image: SignedImage, annotations: readonly NameValue[]): Uint8Array {
  const critical = goJson({
    identity: { 'docker-reference': repositoryName(image) },
    image: { 'docker-manifest-digest': image.digest },
    type: 'cosign container image signature',
  });
  return Buffer.from(`{"critical":${critical},"optional":${goMap(annotations)}}`);
}

/** Encodes a map with sorted keys, as Go does. A JavaScript object would put numeric keys first. The last value of a name wins. */
function goMap(annotations: readonly NameValue[]): string {
  const values = new Map(annotations.map(({ name, value }) => [name, value]));
  const sorted = [...values].toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return `{${sorted.map(([name, value]) => `${goJson(name)}:${goJson(value)}`).join(',')}}`;
}

/** Escapes the characters that Go's encoding/json escapes for HTML. */
function goJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
