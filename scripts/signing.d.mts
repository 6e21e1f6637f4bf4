/** The signature in base64, and the Sigstore bundle. */
export interface SignedContent {
  readonly signature: string;
  readonly bundle: Uint8Array;
}

export function contentSigner(key: {
  readonly key: string;
  readonly password?: string;
}): Promise<(content: Uint8Array) => SignedContent>;
