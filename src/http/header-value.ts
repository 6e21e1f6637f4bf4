/** True if a text can be the value of a header (RFC 9110 section 5.5). For other values, undici fails like a broken connection. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text);
}
