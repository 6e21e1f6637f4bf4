import { repositoryName, type ImageReference } from '../../../model/image-reference.ts';
import type { NamedText } from '../../../model/resolved-build.ts';

/** What is signed: an image by digest. */
export type SignedImage = Pick<ImageReference, 'registry' | 'repository'> & { readonly digest: string };

/**
 * The text that a signature is of: containers/image's "simple signing", byte for byte as cosign writes it
 * (sigstore, pkg/signature/payload), so that the same signature twice is known to be one.
 */
export function signaturePayload(image: SignedImage, annotations: readonly NamedText[]): Uint8Array {
  const critical = goJson({
    identity: { 'docker-reference': repositoryName(image) },
    image: { 'docker-manifest-digest': image.digest },
    type: 'cosign container image signature',
  });
  return Buffer.from(`{"critical":${critical},"optional":${goMap(annotations)}}`);
}

/** By name in the order of UTF-8, numbers too, which a JavaScript object would put first; of two with one name the last counts. */
function goMap(annotations: readonly NamedText[]): string {
  const values = new Map(annotations.map(({ name, value }) => [name, value]));
  const sorted = [...values].toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return `{${sorted.map(([name, value]) => `${goJson(name)}:${goJson(value)}`).join(',')}}`;
}

/** Go's encoding/json escapes what HTML and JavaScript would read otherwise. */
function goJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
