import { Argument, InvalidArgumentError, Option } from 'commander';
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

/** The names of a resource: kind, plural and short names, with or without the group, as kubectl reads them. */
const RESOURCES = {
  Build: /^(?:builds?|cnbbuilds?|blds?)(?:\.(?:v1alpha[12]\.)?kpack\.io)?$/i,
  Image: /^(?:images?|cnbimages?|imgs?)(?:\.(?:v1alpha[12]\.)?kpack\.io)?$/i,
} as const;

/**
 * Returns a parser of the name of an object (RFC 1123 subdomain), which may follow `build/` as in kubectl. The parser throws
 * `InvalidArgumentError` with the reason if the text names an object of another kind.
 */
export function objectName(kind: keyof typeof RESOURCES, otherKind = ''): (text: string) => string {
  return (text) => {
    const slash = text.indexOf('/');
    const [resource, name] = slash < 0 ? [kind, text] : [text.slice(0, slash), text.slice(slash + 1)];
    const article = kind === 'Image' ? 'an' : 'a';
    if (!RESOURCES[kind].test(resource)) {
      throw new InvalidArgumentError(`It must be the name of ${article} ${kind}${otherKind}.`);
    }
    if (/^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/.test(name)) return name;
    throw new InvalidArgumentError(`It must be the name of ${article} ${kind}.`);
  };
}
