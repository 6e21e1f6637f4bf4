import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import { decimalExponent, parseQuantity, requireQuantity } from '../../model/quantity.ts';
import { invalidValue, qualifiedNameFault } from './formats.ts';

type Quantities = Readonly<Record<string, string>>;

const STANDARD: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const BYTES: ReadonlySet<string> = new Set(['memory', 'ephemeral-storage']);
const HUGE_PAGES = 'hugepages-';
const UNIT = 1_000_000_000n;
const MILLI = 1_000_000n;

/**
 * Checks the resources of a container by Kubernetes' rules (core/v1 validation, validateResourceRequirements). The quantities are
 * valid. The messages are Kubernetes'.
 */
export function validateResources(
  { requests = {}, limits = {} }: { readonly requests?: Quantities; readonly limits?: Quantities },
  path: FieldPath,
): readonly FieldProblem[] {
  const names = Object.keys({ ...limits, ...requests });
  // A name can be one of an object's own methods, such as `constructor`.
  const limitOf = new Map(Object.entries(limits));
  const lacksCompute = names.some(isHugePages) && !names.some((name) => name === 'cpu' || name === 'memory');
  return [
    ...validateQuantities(requests, [...path, 'requests']),
    ...validateQuantities(limits, [...path, 'limits']),
    ...Object.entries(requests).flatMap(([name, request]) => validateRequest(name, request, limitOf.get(name), path)),
    ...(lacksCompute ? [fieldError(path, 'HugePages require cpu or memory')] : []),
  ];
}

function validateQuantities(quantities: Quantities, path: FieldPath): readonly FieldProblem[] {
  return Object.entries(quantities).flatMap(([name, text]) => [
    ...invalidValue([...path, name], name, nameFault(name)),
    ...invalidValue([...path, name], text, quantityFault(name, text)),
    ...fractionWarning(name, text, [...path, name]),
  ]);
}

function nameFault(name: string): string | undefined {
  const fault = qualifiedNameFault(name);
  if (fault !== undefined) return fault;
  if (!name.includes('/')) {
    if (STANDARD.has(name) || isHugePages(name)) return undefined;
    return 'must be a standard resource for containers (cpu, memory, ephemeral-storage, hugepages-SIZE) or fully qualified, such as example.com/gpu';
  }
  return isNative(name) || isExtended(name) ? undefined : "doesn't follow extended resource name standard";
}

function quantityFault(name: string, text: string): string | undefined {
  const { nano } = requireQuantity(text);
  if (nano < 0n) return 'must be greater than or equal to 0';
  if (isExtended(name) && !isInteger(text)) return 'must be an integer';
  if (!isHugePages(name)) return undefined;
  const page = parseQuantity(name.slice(HUGE_PAGES.length))?.nano ?? 0n;
  const isMultiple =
    page > 0n && ceiling(page, MILLI) % 1000n === 0n && ceiling(nano, UNIT) % ceiling(page, UNIT) === 0n;
  return isMultiple ? undefined : `${text} is not positive integer multiple of ${name}`;
}

/**
 * True if Kubernetes reads the quantity as an integer. Kubernetes computes thousandths in 64 bits, so a large number of devices can
 * overflow (resource.Quantity, MilliValue). A number of at most 18 digits overflows to zero, unless Kubernetes reaches thousandths by one
 * multiplication.
 */
function isInteger(text: string): boolean {
  const { nano } = requireQuantity(text);
  const milli = ceiling(nano, MILLI);
  return (isZeroOnOverflow(text) ? milli : BigInt.asIntN(64, milli)) % 1000n === 0n;
}

/** Powers of ten by which Kubernetes multiplies at once (apimachinery, pkg/api/resource, positiveScaleInt64). */
const MULTIPLIED_AT_ONCE: ReadonlySet<number> = new Set([0, 1, 2, 3, 6, 9]);

function isZeroOnOverflow(text: string): boolean {
  if (text.endsWith('i')) return false;
  const number = /^[+-]?[\d.]*/.exec(text)?.[0] ?? '';
  const suffix = text.slice(number.length);
  const [whole = '', fraction = ''] = number.replace(/^[+-]/, '').split('.');
  const power = decimalExponent(suffix) - fraction.length + 3;
  return String(BigInt(whole)).length + fraction.length <= 18 && !MULTIPLIED_AT_ONCE.has(power);
}

/** Kubernetes warns too (pkg/api/pod, warnings.go). The kubelet rounds up, so a container has a limit of a few bytes. */
function fractionWarning(name: string, text: string, path: FieldPath): readonly FieldProblem[] {
  const isFraction = BYTES.has(name) && ceiling(requireQuantity(text).nano, MILLI) % 1000n !== 0n;
  if (!isFraction) return [];
  const advice = text.endsWith('m')
    ? `m is a thousandth; for mebibytes, write ${text.slice(0, -1)}Mi`
    : 'write whole bytes';
  return [fieldWarning(path, `fractional byte value "${text}" is invalid, must be an integer: ${advice}`)];
}

function validateRequest(
  name: string,
  request: string,
  limit: string | undefined,
  path: FieldPath,
): readonly FieldProblem[] {
  const field = [...path, 'requests', name];
  const mayExceed = isNative(name) && !isHugePages(name);
  if (limit === undefined) {
    if (mayExceed) return [];
    return [
      fieldError(field, 'Limit must be set for non overcommitable resources', `set limits of ${name} to ${request}`),
    ];
  }
  const difference = requireQuantity(request).nano - requireQuantity(limit).nano;
  if (!mayExceed && difference !== 0n)
    return invalidValue(field, request, `must be equal to ${name} limit of ${limit}`);
  return invalidValue(
    field,
    request,
    difference > 0n ? `must be less than or equal to ${name} limit of ${limit}` : undefined,
  );
}

/** Rounds up, as Kubernetes does (resource.Quantity, MilliValue and Value). */
function ceiling(nano: bigint, unit: bigint): bigint {
  return nano <= 0n ? nano / unit : (nano + unit - 1n) / unit;
}

function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** True for a device such as `nvidia.com/gpu`. A quota names it with the prefix `requests.`, which must be a valid name too. */
function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedNameFault(`requests.${name}`) === undefined;
}
