import { parseFlags } from '../flags.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import type { StorageInput, StorageRequest } from './bucket/storage-resource.ts';
import type { FetchRequest } from './fetch-repository.ts';
import type { Artifact, CopyRequest } from './hand-on-files.ts';
import type { DigestRequest } from './report-digest.ts';

type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'fetch'; readonly request: FetchRequest }
  | { readonly kind: 'copy'; readonly request: CopyRequest }
  | { readonly kind: 'download'; readonly request: StorageInput }
  | { readonly kind: 'upload'; readonly request: StorageRequest }
  | { readonly kind: 'digest'; readonly request: DigestRequest };

export const USAGE = `Usage: resource fetch -directory=DIR -url=URL -revision=REVISION -depth=NUMBER
         -ssl-verify=BOOLEAN -submodules=BOOLEAN -trust-unknown-ssh-hosts=BOOLEAN
         -optional=BOOLEAN -from=ARTIFACT -commit-file=FILE -url-file=FILE
       resource download -directory=DIR -location=LOCATION -folder=BOOLEAN
         -credentials=FILE -optional=BOOLEAN -from=ARTIFACT
       resource copy -from=DIR -to=ARTIFACT
       resource upload -directory=DIR -location=LOCATION -folder=BOOLEAN
         -credentials=FILE
       resource digest -directory=DIR -url=URL -digest-file=FILE -url-file=FILE

The steps that Tekton before v1 added to a Task for its PipelineResources.

  fetch     checks out a revision with the credentials that Tekton writes to HOME;
            without a URL, it copies the files of an earlier task from -from
  download  copies the files of an earlier task from -from; without it, downloads
            an object or folder of Google Cloud Storage
  copy      copies the files of an output for later tasks; without -to, it copies
            nothing
  upload    uploads the files of an output to Google Cloud Storage
  digest    reports the digest of the image whose OCI layout is in DIR; without a
            layout, it reports nothing

ARTIFACT is a directory, or an object gs://BUCKET/PATH. LOCATION is gs://BUCKET/PATH.
-artifact-credentials=FILE gives the key of a service account for an ARTIFACT in a
bucket, and -credentials=FILE for LOCATION. The variable GCS_ENDPOINT gives another
server than storage.googleapis.com.
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

const UPLOAD_FLAGS = ['directory', 'location', 'folder', 'credentials'] as const;

const DOWNLOAD_FLAGS = [...UPLOAD_FLAGS, 'optional', 'from'] as const;

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
    case 'download':
      return { kind: 'download', request: downloadRequest(readFlags(args, DOWNLOAD_FLAGS)) };
    case 'copy': {
      const flag = readFlags(args, COPY_FLAGS);
      return { kind: 'copy', request: { from: flag('from'), to: artifact(flag, 'to') } };
    }
    case 'upload':
      return { kind: 'upload', request: storageRequest(readFlags(args, UPLOAD_FLAGS)) };
    case 'digest':
      return { kind: 'digest', request: digestRequest(readFlags(args, DIGEST_FLAGS)) };
    default:
      throw unusable(`unknown command ${JSON.stringify(verb)}`);
  }
}

/** The only flag with a default, because most Tasks have no bucket. */
const CREDENTIALS = 'artifact-credentials';

type FlagValue<Name extends string> = (name: Name | typeof CREDENTIALS) => string;

function readFlags<Name extends string>(args: readonly string[], names: readonly Name[]): FlagValue<Name> {
  const { values, operands } = parseFlags(args, [...names, CREDENTIALS]);
  const wrong = names.filter((name) => values(name).length !== 1).map((name) => `-${name}`);
  if (wrong.length > 0) throw unusable(`give each of these flags exactly once: ${wrong.join(', ')}`);
  if (operands.length > 0) throw unusable(`unexpected argument ${JSON.stringify(operands[0])}`);
  return (name) => values(name)[0] ?? '';
}

function artifact<Name extends string>(flag: FlagValue<Name>, name: Name): Artifact {
  const credentials = flag(CREDENTIALS);
  return { location: flag(name), credentials: credentials === '' ? '/' : credentials };
}

function downloadRequest(flag: FlagValue<(typeof DOWNLOAD_FLAGS)[number]>): StorageInput {
  return {
    ...storageRequest(flag),
    isOptional: booleanOf('optional', flag('optional')),
    from: artifact(flag, 'from'),
  };
}

function storageRequest(flag: FlagValue<(typeof UPLOAD_FLAGS)[number]>): StorageRequest {
  return {
    directory: flag('directory'),
    location: flag('location').trim(),
    isFolder: booleanOf('folder', flag('folder')),
    credentials: flag('credentials'),
  };
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
    from: artifact(flag, 'from'),
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
