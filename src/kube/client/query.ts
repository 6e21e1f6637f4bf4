/** A query of what is there: texts, numbers and `true`. Empty if nothing is. */
export function query(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const there = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== false && value !== '',
  );
  const text = new URLSearchParams(there.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
