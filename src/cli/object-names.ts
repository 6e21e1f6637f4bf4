import { Argument, InvalidArgumentError, Option } from 'commander';
import { isObjectName, kindNamed } from './objects/kind-names.ts';
import { namespaceValue } from './options.ts';

/** The objects of a cluster whose names shell completion offers. */
export const OFFERED_OBJECTS = [
  'images',
  'builds',
  'unfinished-builds',
  'failed-builds',
  'builders',
  'clusterbuilders',
  'namespaces',
] as const;

export type OfferedObjects = (typeof OFFERED_OBJECTS)[number];

/** An argument that names an object of a cluster. Completion offers the names of these objects. */
export class ObjectArgument extends Argument {
  readonly offers: readonly OfferedObjects[];

  constructor(name: string, description: string, ...offers: readonly OfferedObjects[]) {
    super(name, description);
    this.offers = offers;
  }
}

/** An option that names an object of a cluster. Completion offers the names of these objects. */
export class ObjectOption extends Option {
  readonly offers: readonly OfferedObjects[];

  constructor(flags: string, description: string, ...offers: readonly OfferedObjects[]) {
    super(flags, description);
    this.offers = offers;
  }
}

/** Returns the option `--namespace` of commands that connect to a cluster. */
export function namespaceOption(of: string): Option {
  const description = `the namespace of ${of} (default: the kubeconfig's)`;
  return new ObjectOption('-n, --namespace <name>', description, 'namespaces').argParser(namespaceValue);
}

/**
 * Returns a parser of the name of an object (RFC 1123 subdomain), which may follow `build/` as in kubectl. The parser throws
 * `InvalidArgumentError` with the reason if the text names an object of another kind.
 */
export function objectName(kind: NamedKind): (text: string) => string {
  const read = objectReference([kind], `${kind === 'Image' ? 'an' : 'a'} ${kind}`);
  return (text) => read(text).name;
}

const NAME_RULE = ' Names have lower-case letters, digits, hyphens and full stops.';

type NamedKind = 'Build' | 'Image';

/** A name, and the kind that was written before it. */
export interface NamedObject {
  readonly kind?: NamedKind;
  readonly name: string;
}

/** Returns a parser of `NAME` or `TYPE/NAME`. `wanted` describes the objects in messages, such as `a Build or an Image`. */
function objectReference(kinds: readonly NamedKind[], wanted: string): (text: string) => NamedObject {
  return (text) => {
    const slash = text.indexOf('/');
    const name = text.slice(slash + 1);
    const written = slash < 0 ? undefined : kindNamed(text.slice(0, slash));
    const kind = kinds.find((each) => each === written);
    const isKnown = slash < 0 || kind !== undefined;
    if (isKnown && isObjectName(name)) return { name, ...(kind && { kind }) };
    throw new InvalidArgumentError(`It must be the name of ${wanted}.${isKnown ? NAME_RULE : ''}`);
  };
}

/** Returns the argument `[object]`: a Build or an Image. `wanted` describes the objects in messages. */
export function buildOrImageArgument(wanted: string): Argument {
  const description = 'the name of a Build or Image, build/NAME or image/NAME';
  const argument = new ObjectArgument('[object]', description, 'images', 'builds');
  return argument.argParser(objectReference(['Build', 'Image'], wanted));
}

/** Returns the option `--build`, which selects another Build than the last one of an Image. */
export function buildNumberOption(): Option {
  return new Option('-b, --build <number>', 'the Build of the Image with this number').argParser(buildNumberValue);
}

function buildNumberValue(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of a Build, such as 3.');
}
