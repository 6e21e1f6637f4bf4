/** A basic string (TOML 1.0, "String"), escaped as kpack's encoder does. */
export function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`);
}
