/** What a part of a URL means (RFC 3986, section 2.1); `undefined` where a percent sign begins no character's code. */
export function percentDecoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
