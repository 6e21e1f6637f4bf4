import { boundedText } from './bounded-messages.ts';
import type { Json } from './json.ts';

/** An exact Kubernetes quantity. */
export interface Quantity {
  /** The amount in billionths, the finest unit of Kubernetes. */
  readonly nano: bigint;
  /** The suffixes of the original text. Shares of the quantity are formatted with the same suffixes. */
  readonly format: 'binary' | 'decimal';
}

const NANO = 1_000_000_000n;

/** Kubernetes reads larger quantities with a binary suffix as this one. */
const MAX_BINARY = (2n ** 63n - 1n) * NANO;

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

/** Longer texts are refused: Kubernetes' quantities end at 2^63, and digits take quadratic time. */
export const MAX_QUANTITY_LENGTH = 64;

/**
 * Parses a Kubernetes quantity (apimachinery, pkg/api/resource). Rounds fractions of a billionth up, like Kubernetes.
 * Returns `undefined` if the text is invalid or has more than 64 characters.
 */
export function parseQuantity(text: string): Quantity | undefined {
  if (text.length > MAX_QUANTITY_LENGTH) return undefined;
  const match =
    /^(?<sign>[+-]?)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?<suffix>[KMGTPE]i|[numkMGTPE]|[eE][+-]?\d{1,3})?$/.exec(text);
  const { sign = '', whole = '', fraction = '', suffix = '' } = match?.groups ?? {};
  if (match === null || whole + fraction === '') return undefined;
  const digits = BigInt(whole + fraction) * NANO;
  const binary = BINARY_SUFFIXES.findIndex((unit) => unit !== '' && unit === suffix);
  const scaled =
    binary > 0
      ? smaller(divideUp(digits * 1024n ** BigInt(binary), fraction.length), MAX_BINARY)
      : scale(digits, decimalExponent(suffix) - fraction.length);
  return { nano: sign === '-' ? -scaled : scaled, format: binary > 0 ? 'binary' : 'decimal' };
}

/** Returns a quantity of an object as text. YAML can have a number. Any other value gives an empty text. */
export function quantityText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Parses a quantity that is already validated. Throws a RangeError if the text is invalid. */
export function requireQuantity(text: string): Quantity {
  const quantity = parseQuantity(text);
  if (quantity === undefined)
    throw new RangeError(`"${boundedText(text, MAX_QUANTITY_LENGTH)}" is not a valid quantity`);
  return quantity;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Returns the power of ten of a decimal suffix. */
export function decimalExponent(suffix: string): number {
  return DECIMAL_EXPONENTS[suffix] ?? Number(suffix.slice(1));
}

function scale(digits: bigint, exponent: number): bigint {
  return exponent >= 0 ? digits * 10n ** BigInt(exponent) : divideUp(digits, -exponent);
}

function divideUp(digits: bigint, places: number): bigint {
  const divisor = 10n ** BigInt(places);
  return (digits + divisor - 1n) / divisor;
}

/**
 * Formats a quantity as its shortest exact text: whole units with the largest suffix that divides them, else milli,
 * micro or nano.
 */
export function formatQuantity(quantity: Quantity): string {
  const { nano, format } = quantity;
  if (nano % NANO !== 0n) {
    if (nano % 1_000_000n === 0n) return `${nano / 1_000_000n}m`;
    return nano % 1_000n === 0n ? `${nano / 1_000n}u` : `${nano}n`;
  }
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
