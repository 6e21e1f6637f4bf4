/**
 * Decodes a part of a URL (RFC 3986 section 2.1). Returns `undefined` if a percent sign does not start a valid code.
 */
export function percentDecoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
