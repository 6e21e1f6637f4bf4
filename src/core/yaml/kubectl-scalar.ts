/** The words of YAML 1.1 that kubectl's parser reads as booleans (sigs.k8s.io/yaml, go-yaml v2, resolve.go). */
const WORDS = new Map<string, boolean>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);

/**
 * Returns the boolean or number that kubectl reads for a plain scalar. Returns `undefined` if kubectl reads a string or the
 * same value as YAML 1.2, which is `other`.
 */
export function kubectlReading(plain: string, other: unknown): boolean | number | undefined {
  const reading = WORDS.get(plain) ?? goNumber(plain);
  return reading === other ? undefined : reading;
}

/** True if kubectl may read the scalar differently. A fast check that excludes most scalars. */
export function isSuspicious(plain: string): boolean {
  return /^(?:[yYnNoO][a-zA-Z]{0,2}$|[-+]?(?:\d|\.[iInN]))/.test(plain) && !/^(?:0|[1-9]\d{0,14})$/.test(plain);
}

/**
 * Says why the number of a plain scalar cannot be kept. kubectl keeps integers of 64 bits, which JavaScript rounds above
 * 2^53, and refuses infinity and NaN.
 */
export function numberLoss(plain: string): string | undefined {
  const text = plain.replaceAll('_', '');
  const value = /^[-+]?\d/.test(plain) ? (goInteger(text) ?? goFloat(text)) : undefined;
  if (/^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(plain) || value === Infinity || value === -Infinity) {
    return 'infinity and NaN are not numbers of JSON';
  }
  const isInteger = value !== undefined && /^[-+]?(?:0[xX][\da-fA-F]+|0[oObB]?[0-7]+|\d+)$/.test(text);
  return isInteger && !isExact(text, value) ? 'this integer would be rounded' : undefined;
}

/** True if JavaScript's number is the integer of the text. */
function isExact(text: string, value: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  return /^[-+]?[1-9]\d*$/.test(text) && BigInt(text.replace('+', '')) === BigInt(value);
}

// Like go-yaml: strconv.ParseInt(text, 0, 64) without the underscores, else a float.
function goNumber(plain: string): number | undefined {
  if (!/^[-+\d]/.test(plain)) return undefined;
  const text = plain.replaceAll('_', '');
  return goInteger(text) ?? goFloat(text);
}

function goInteger(text: string): number | undefined {
  const match = /^(?<sign>[-+]?)(?:0[xX](?<hex>[\da-fA-F]+)|0[bB](?<binary>[01]+)|0[oO]?(?<octal>[0-7]+))$/.exec(text);
  const { sign, hex, binary, octal } = match?.groups ?? {};
  const digits = hex ?? binary ?? octal;
  if (digits === undefined) return undefined;
  const magnitude = Number.parseInt(digits, hex !== undefined ? 16 : binary !== undefined ? 2 : 8);
  return sign === '-' ? -magnitude : magnitude;
}

function goFloat(text: string): number | undefined {
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined;
}
