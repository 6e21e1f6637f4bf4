/** Spellings that kubectl's reader (sigs.k8s.io/yaml, go-yaml v2, resolve.go) takes from YAML 1.1. */
const WORDS = new Map<string, boolean>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);

/**
 * What kubectl makes of a plain scalar, where that is neither what YAML 1.2 makes of it nor a text; `undefined` where
 * the two agree. `other` is YAML 1.2's value.
 */
export function kubectlReading(plain: string, other: unknown): boolean | number | undefined {
  const reading = WORDS.get(plain) ?? goNumber(plain);
  return reading === other ? undefined : reading;
}

/** Whether the scalar needs a closer look: most do not, and this is quick. */
export function isSuspicious(plain: string): boolean {
  return /^(?:[yYnNoO][a-zA-Z]{0,2}$|[-+]?\d)/.test(plain) && !/^(?:0|[1-9]\d*)$/.test(plain);
}

// Go: strconv.ParseInt(text, 0, 64) after the underscores are taken out, else a float.
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
  const magnitude = Number.parseInt(digits, radix(hex, binary));
  return sign === '-' ? -magnitude : magnitude;
}

function radix(hex: string | undefined, binary: string | undefined): number {
  if (hex !== undefined) return 16;
  return binary === undefined ? 8 : 2;
}

function goFloat(text: string): number | undefined {
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined;
}
