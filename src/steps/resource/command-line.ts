import { parseFlags } from '../flags.ts';
import { PrepareError } from '../step-error.ts';
import type { CopyRequest } from './copy-files.ts';
import type { FetchRequest } from './fetch-repository.ts';
import type { DigestRequest } from './report-digest.ts';

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'fetch'; readonly request: FetchRequest }
  | { readonly kind: 'copy'; readonly request: CopyRequest }
  | { readonly kind: 'digest'; readonly request: DigestRequest };

export const USAGE = `Usage: resource fetch -directory=DIR -url=URL -revision=REVISION -depth=NUMBER
         -ssl-verify=BOOLEAN -submodules=BOOLEAN -trust-unknown-ssh-hosts=BOOLEAN
         -optional=BOOLEAN -from=DIR -commit-file=FILE -url-file=FILE
       resource copy -from=DIR -to=DIR
       resource digest -directory=DIR -url=URL -digest-file=FILE -url-file=FILE

The steps that Tekton before v1 added to a Task for its PipelineResources.

  fetch   checks out a revision with the credentials that Tekton writes to HOME;
          without a URL, it copies the files of an earlier task from -from
  copy    copies the files of an output for later tasks; without -to, it copies
          nothing
  digest  reports the digest of the image whose OCI layout is in DIR; without a
          layout, it reports nothing
`;

const FETCH_FLAGS = [
  'directory',
  'url',
  'revision',
  'depth',
  'ssl-verify',
  'submodules',
  'trust-unknown-ssh-hosts',
  'optional',
  'from',
  'commit-file',
  'url-file',
] as const;

const COPY_FLAGS = ['from', 'to'] as const;

const DIGEST_FLAGS = ['directory', 'url', 'digest-file', 'url-file'] as const;

/** Reads the command and its flags. Each flag has exactly one value, which can be empty. Throws `InputsUnusable`. */
export function readCommand([verb, ...args]: readonly string[]): Command {
  switch (verb) {
    case undefined:
    case '-help':
    case '--help':
      return { kind: 'help' };
    case 'fetch':
      return { kind: 'fetch', request: fetchRequest(readFlags(args, FETCH_FLAGS)) };
    case 'copy': {
      const flag = readFlags(args, COPY_FLAGS);
      return { kind: 'copy', request: { from: flag('from'), to: flag('to') } };
    }
    case 'digest':
      return { kind: 'digest', request: digestRequest(readFlags(args, DIGEST_FLAGS)) };
    default:
      throw unusable(`unknown command ${JSON.stringify(verb)}`);
  }
}

type FlagValue<Name extends string> = (name: Name) => string;

function readFlags<Name extends string>(args: readonly string[], names: readonly Name[]): FlagValue<Name> {
  const { values, operands } = parseFlags(args, names);
  const wrong = names.filter((name) => values(name).length !== 1).map((name) => `-${name}`);
  if (wrong.length > 0) throw unusable(`give each of these flags exactly once: ${wrong.join(', ')}`);
  if (operands.length > 0) throw unusable(`unexpected argument ${JSON.stringify(operands[0])}`);
  return (name) => values(name)[0] ?? '';
}

function fetchRequest(flag: FlagValue<(typeof FETCH_FLAGS)[number]>): FetchRequest {
  return {
    directory: flag('directory'),
    url: flag('url').trim(),
    revision: flag('revision'),
    depth: commitCount('depth', flag('depth')),
    verifiesTls: booleanOf('ssl-verify', flag('ssl-verify')),
    hasSubmodules: booleanOf('submodules', flag('submodules')),
    trustsUnknownSshHosts: booleanOf('trust-unknown-ssh-hosts', flag('trust-unknown-ssh-hosts')),
    isOptional: booleanOf('optional', flag('optional')),
    from: flag('from'),
    commitFile: flag('commit-file'),
    urlFile: flag('url-file'),
  };
}

function digestRequest(flag: FlagValue<(typeof DIGEST_FLAGS)[number]>): DigestRequest {
  return {
    directory: flag('directory'),
    url: flag('url'),
    digestFile: flag('digest-file'),
    urlFile: flag('url-file'),
  };
}

function booleanOf(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw unusable(`-${name} must be true or false, not ${JSON.stringify(text)}`);
}

function commitCount(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw unusable(`-${name} must be a number of commits, not ${JSON.stringify(text)}`);
}

function unusable(problem: string): PrepareError {
  return new PrepareError('InputsUnusable', `${problem}; run resource --help for its usage`);
}
