import { PrepareError } from '../prepare/prepare-error.ts';
import type { DigestRequest } from './report-digest.ts';
import type { FetchRequest } from './fetch-repository.ts';

/** What the arguments ask for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'fetch'; readonly request: FetchRequest }
  | { readonly kind: 'digest'; readonly request: DigestRequest };

export const USAGE = `Usage: resource fetch -directory=DIR -url=URL -revision=REVISION -depth=NUMBER
         -ssl-verify=BOOLEAN -submodules=BOOLEAN -trust-unknown-ssh-hosts=BOOLEAN
         -optional=BOOLEAN -commit-file=FILE -url-file=FILE
       resource digest -directory=DIR -url=URL -digest-file=FILE -url-file=FILE

The steps that Tasks of Tekton before v1 got for their resources.

  fetch   checks a revision out, with the credentials that Tekton puts into HOME;
          without a URL, what lies in DIR is kept
  digest  reports the digest of the image whose OCI layout lies in DIR, if there is one
`;

const FETCH = [
  'directory',
  'url',
  'revision',
  'depth',
  'ssl-verify',
  'submodules',
  'trust-unknown-ssh-hosts',
  'optional',
  'commit-file',
  'url-file',
] as const;

const DIGEST = ['directory', 'url', 'digest-file', 'url-file'] as const;

/** Reads the arguments; each takes one value, whatever is in it. Throws `InputsUnusable`. */
export function readCommand([verb, ...args]: readonly string[]): Command {
  if (verb === undefined || verb === '--help' || verb === '-help') return { kind: 'help' };
  if (verb === 'fetch') return { kind: 'fetch', request: fetchRequest(readFlags(args, FETCH)) };
  if (verb === 'digest') return { kind: 'digest', request: digestRequest(readFlags(args, DIGEST)) };
  throw unusable(`there is no resource ${verb}`);
}

/** The value of a flag. */
type Flags<Name extends string> = (name: Name) => string;

function fetchRequest(flag: Flags<(typeof FETCH)[number]>): FetchRequest {
  return {
    directory: flag('directory'),
    url: flag('url').trim(),
    revision: flag('revision'),
    depth: depthOf(flag('depth')),
    verifiesTls: booleanOf('ssl-verify', flag('ssl-verify')),
    hasSubmodules: booleanOf('submodules', flag('submodules')),
    trustsUnknownSshHosts: booleanOf('trust-unknown-ssh-hosts', flag('trust-unknown-ssh-hosts')),
    isOptional: booleanOf('optional', flag('optional')),
    commitFile: flag('commit-file'),
    urlFile: flag('url-file'),
  };
}

function digestRequest(flag: Flags<(typeof DIGEST)[number]>): DigestRequest {
  return {
    directory: flag('directory'),
    url: flag('url'),
    digestFile: flag('digest-file'),
    urlFile: flag('url-file'),
  };
}

function readFlags<Name extends string>(args: readonly string[], names: readonly Name[]): Flags<Name> {
  const given = new Map(args.map((arg) => flagOf(arg, names)));
  if (given.size !== args.length || given.size !== names.length) {
    throw unusable(`each of ${names.map((name) => `-${name}`).join(', ')} is needed once`);
  }
  return (name) => given.get(name) ?? '';
}

function flagOf<Name extends string>(arg: string, names: readonly Name[]): readonly [Name, string] {
  const [, flag, value = ''] = /^--?([a-z-]+)=(.*)$/s.exec(arg) ?? [];
  const name = names.find((known) => known === flag);
  if (name === undefined) throw unusable(`nothing is known of argument ${JSON.stringify(arg)}`);
  return [name, value];
}

function booleanOf(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw unusable(`-${name} is true or false, and not ${JSON.stringify(text)}`);
}

function depthOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw unusable(`-depth is a number of commits, and not ${JSON.stringify(text)}`);
}

function unusable(sentence: string): PrepareError {
  return new PrepareError('InputsUnusable', `${sentence}; resource --help says more`);
}
