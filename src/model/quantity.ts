/** An amount of a resource, exact, in billionths (Kubernetes' own finest unit). */
export interface Quantity {
  readonly nano: bigint;
  /** How it was written, so that shares of it are written alike. */
  readonly format: 'binary' | 'decimal';
}

const NANO = 1_000_000_000n;
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const DECIMAL_EXPONENTS: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/** Reads a Kubernetes quantity (apimachinery, pkg/api/resource); finer than a billionth rounds up as there. */
export function parseQuantity(text: string): Quantity | undefined {
  const match =
    /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?<suffix>[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,3})?$/.exec(text);
  const { sign = '', whole = '', fraction = '', suffix = '' } = match?.groups ?? {};
  if (match === null || whole + fraction === '') return undefined;
  const digits = BigInt(whole + fraction) * NANO;
  const binary = BINARY_SUFFIXES.findIndex((unit) => unit !== '' && unit === suffix);
  const scaled =
    binary > 0
      ? divideUp(digits * 1024n ** BigInt(binary), fraction.length)
      : scale(digits, decimalExponent(suffix) - fraction.length);
  return { nano: sign === '-' ? -scaled : scaled, format: binary > 0 ? 'binary' : 'decimal' };
}

/** Reads a quantity that was checked before; a malformed one is a fault of ours. */
export function requireQuantity(text: string): Quantity {
  const quantity = parseQuantity(text);
  if (quantity === undefined) throw new RangeError(`"${text}" is no quantity`);
  return quantity;
}

function decimalExponent(suffix: string): number {
  return DECIMAL_EXPONENTS[suffix] ?? Number(suffix.slice(1));
}

function scale(digits: bigint, exponent: number): bigint {
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : divideUp(digits, -exponent);
}

function divideUp(digits: bigint, places: number): bigint {
  const divisor = 10n ** BigInt(places);
  return (digits + divisor - 1n) / divisor;
}

/** The shortest exact spelling: whole units with the largest suffix that divides them, else milli, micro or nano. */
export function formatQuantity(quantity: Quantity): string {
  const { nano, format } = quantity;
  if (nano % NANO !== 0n) return formatFraction(nano);
  const units = nano / NANO;
  return format === 'binary'
    ? withSuffix(units, 1024n, BINARY_SUFFIXES)
    : withSuffix(units, 1000n, ['', 'k', 'M', 'G', 'T', 'P', 'E']);
}

function withSuffix(units: bigint, step: bigint, suffixes: readonly string[]): string {
  let rest = units;
  let power = 0;
  while (rest !== 0n && rest % step === 0n && power + 1 < suffixes.length) {
    rest /= step;
    power += 1;
  }
  return `${rest}${suffixes[power] ?? ''}`;
}

function formatFraction(nano: bigint): string {
  if (nano % 1_000_000n === 0n) return `${nano / 1_000_000n}m`;
  return nano % 1_000n === 0n ? `${nano / 1_000n}u` : `${nano}n`;
}
