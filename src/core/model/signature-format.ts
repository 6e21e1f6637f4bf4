/**
 * The form of signatures and attestations in a registry: at the tags of cosign 2 beside the image, as Sigstore bundles that refer to the
 * image, which cosign 3 reads, or both.
 */
export const SIGNATURE_FORMATS = ['both', 'bundles', 'tags'] as const;

/** One form of signatures. */
export type SignatureForm = Exclude<SignatureFormat, 'both'>;

export type SignatureFormat = (typeof SIGNATURE_FORMATS)[number];
