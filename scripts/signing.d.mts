export function contentSigner(key: {
  readonly key: string;
  readonly password?: string;
}): Promise<(content: Uint8Array) => string>;
