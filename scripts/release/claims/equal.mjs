/** Throws an `Error` unless the values are equal. */
export function equal(actual, expected, name) {
  if (actual !== expected) throw new Error(`${name} is ${actual}, not ${expected}`);
}

/** Throws an `Error` unless both lists have the same names. */
export function equalNames(actual, expected) {
  const missing = expected.filter((name) => !actual.includes(name));
  const extra = actual.filter((name) => !expected.includes(name));
  const faults = [
    ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
    ...(extra.length === 0 ? [] : [`not expected: ${extra.join(', ')}`]),
  ];
  if (faults.length > 0) throw new Error(faults.join('; '));
  equal(actual.length, expected.length, 'the number of names');
}

/** Throws an `Error` with the first line that differs, unless the texts are equal. */
export function equalText(actual, expected) {
  if (Buffer.from(actual).equals(Buffer.from(expected))) return;
  const [lines, wanted] = [actual, expected].map((text) => text.toString().split('\n'));
  const index = lines.findIndex((line, at) => line !== wanted[at]);
  const at = index === -1 ? lines.length : index;
  throw new Error(`line ${at + 1} is ${shown(lines[at])}, not ${shown(wanted[at])}`);
}

const MAX_SHOWN = 200;

function shown(line) {
  return line === undefined ? 'missing' : JSON.stringify(line.trim().slice(0, MAX_SHOWN));
}
