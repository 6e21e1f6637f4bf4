import { isJsonObject } from '../../model/json.ts';
import { isDnsSubdomain } from '../../model/names.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';

const LONGEST_LABEL = 63;
const LONGEST_SUBDOMAIN = 253;

/** The messages of Kubernetes (apimachinery, pkg/util/validation and pkg/api/validate/content). */
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " +
  "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', " +
  "regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const NAME_PART_RULE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const CONFIG_KEY_RULE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/** Returns why a text is not a DNS subdomain, the name of most objects (IsDNS1123Subdomain), or `undefined`. */
export function subdomainFault(text: string): string | undefined {
  if (text.length > LONGEST_SUBDOMAIN) return tooLong(LONGEST_SUBDOMAIN);
  return isDnsSubdomain(text) ? undefined : SUBDOMAIN_RULE;
}

/** Returns why a text is not a DNS label, the name of a namespace (IsDNS1123Label), or `undefined`. */
export function labelFault(text: string): string | undefined {
  return /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text) ? undefined : LABEL_RULE;
}

/** Returns why a text is not the value of a label (IsLabelValue), or `undefined`. */
export function labelValueFault(text: string): string | undefined {
  const faults = [
    ...(text.length > LONGEST_LABEL ? [tooLong(LONGEST_LABEL)] : []),
    ...(text === '' || isNamePart(text) ? [] : [LABEL_VALUE_RULE]),
  ];
  return faults.length === 0 ? undefined : faults.join(',');
}

/** Returns why a text is not a qualified name, such as the key of a label (IsLabelKey), or `undefined`. */
export function qualifiedNameFault(text: string): string | undefined {
  const [name = '', ...rest] = text.split('/').toReversed();
  const [prefix] = rest;
  if (rest.length > 1) return `a valid label key has one '/' at most, such as 'example.com/MyName'`;
  if (prefix === '') return 'prefix part must be non-empty';
  const prefixFault = prefix === undefined ? undefined : subdomainFault(prefix);
  if (prefixFault !== undefined) return `prefix part ${prefixFault}`;
  if (name === '') return 'name part must be non-empty';
  if (name.length > LONGEST_LABEL) return `name part ${tooLong(LONGEST_LABEL)}`;
  return isNamePart(name) ? undefined : NAME_PART_RULE;
}

/** Returns why a text is not a key of a ConfigMap or Secret (IsConfigMapKey), or `undefined`. */
export function configKeyFault(text: string): string | undefined {
  if (text.length > LONGEST_SUBDOMAIN) return tooLong(LONGEST_SUBDOMAIN);
  if (!/^[-._a-zA-Z0-9]+$/.test(text)) return CONFIG_KEY_RULE;
  if (text === '.') return "must not be '.'";
  return text.startsWith('..') ? "must not start with '..'" : undefined;
}

function isNamePart(text: string): boolean {
  return /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text);
}

function tooLong(length: number): string {
  return `must be no more than ${length} characters`;
}

/**
 * Returns a problem for each text in a value that no program can receive. The kernel ends arguments, variables and paths at NUL. The
 * API server replaces half of a surrogate pair.
 */
export function unusableTexts(value: unknown, path: FieldPath): readonly FieldProblem[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) {
      return [fieldError(path, 'contains the character NUL, which no argument, variable, path or annotation can hold')];
    }
    if (!/\p{Surrogate}/u.test(value)) return [];
    return [fieldError(path, 'contains half of a surrogate pair, which is not a character')];
  }
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => unusableTexts(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => unusableTexts(entry, [...path, key]));
}

/** Returns the problem of a value, if it has a fault. */
export function invalidValue(path: FieldPath, value: string, fault: string | undefined): readonly FieldProblem[] {
  return fault === undefined ? [] : [fieldError(path, `invalid value: ${value}`, fault)];
}

/** Returns the problem of a value that is none of the supported ones. */
export function unsupportedValue(path: FieldPath, value: string, values: readonly string[]): FieldProblem {
  return fieldError(path, `unsupported value: ${value}`, `supported values: ${values.join(', ')}`);
}
