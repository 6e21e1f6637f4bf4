export function contentSigner(key: {
  readonly key: string;
  readonly password?: string;
}): Promise<(content: Uint8Array) => string>;
export function releaseKey(pem: string): string;
export function isSigned(content: Uint8Array, signature: string, publicKey: string): boolean;
