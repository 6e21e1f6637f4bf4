/** A kind of failure: with which code prepare exits, and for the user what it means and what to do. */
export interface FailureKind {
  readonly exitCode: number;
  readonly meaning: string;
  readonly remedy: string;
}

const KINDS = {
  Unexpected: {
    exitCode: 1,
    meaning: 'something that prepare has no name for went wrong',
    remedy: 'report it with the log',
  },
  BadInputs: {
    exitCode: 2,
    meaning: 'what prepare was told cannot be used',
    remedy: 'look at the sentence; controller and steps may be of different versions',
  },
  BadCredentials: {
    exitCode: 10,
    meaning: 'a Secret cannot be read, is ambiguous or lacks a key',
    remedy: 'mend the Secret that is named',
  },
  PushDenied: {
    exitCode: 11,
    meaning: 'the registry does not let the account write to a tag',
    remedy: "list a Secret with the right to push in the ServiceAccount's `secrets`",
  },
  RunImageDenied: {
    exitCode: 12,
    meaning: 'the registry does not let the account read the run image',
    remedy: 'add a Secret that may pull it',
  },
  RunImageNotFound: {
    exitCode: 13,
    meaning: 'the run image does not exist',
    remedy: "correct the builder's or the Build's run image",
  },
  SourceNotFound: { exitCode: 20, meaning: 'the source does not exist', remedy: 'correct its address' },
  SourceDenied: {
    exitCode: 21,
    meaning: 'the source refuses the credentials, or wants some',
    remedy: "list a Secret for its host in the ServiceAccount's `secrets`",
  },
  UnknownRevision: {
    exitCode: 22,
    meaning: 'the repository has no such branch, tag or commit',
    remedy: 'correct the revision',
  },
  UnknownHostKey: {
    exitCode: 23,
    meaning: 'the SSH server is not the one that `known_hosts` names',
    remedy: 'correct `known_hosts` in the Secret',
  },
  UnsupportedSource: {
    exitCode: 24,
    meaning: 'sources of this kind are not fetched',
    remedy: 'use one of the ways that the sentence names',
  },
  BadArchive: {
    exitCode: 25,
    meaning: 'the archive or image is broken, of an unknown format, or would write outside of the workspace',
    remedy: 'make it anew',
  },
  TooLarge: {
    exitCode: 26,
    meaning: 'the source has more bytes or entries than the settings allow',
    remedy: 'leave out what the build does not need, or raise the limit',
  },
  NoSubPath: { exitCode: 27, meaning: 'the source has no such sub path', remedy: 'correct `subPath`' },
  BadDescriptor: {
    exitCode: 28,
    meaning: 'the project descriptor is missing where one is named, or is invalid',
    remedy: 'mend the file that is named',
  },
  BadEnvironment: {
    exitCode: 29,
    meaning: 'a variable has a name that no file can have',
    remedy: 'rename the variable',
  },
  TlsFailed: {
    exitCode: 30,
    meaning: 'the certificate of a server cannot be trusted',
    remedy: 'add its authority to the CA bundle',
  },
  NetworkFailed: {
    exitCode: 31,
    meaning: 'a server cannot be reached, or breaks connections',
    remedy: 'look at address, DNS, proxy and network policies, then build again',
  },
  Unavailable: {
    exitCode: 32,
    meaning: 'a server fails or limits how often it is asked',
    remedy: 'build again later',
  },
  DiskFull: {
    exitCode: 33,
    meaning: 'there is no room for the source',
    remedy: "raise the Build's ephemeral storage, or shrink the source",
  },
} as const satisfies Record<string, FailureKind>;

export type FailureCode = keyof typeof KINDS;

/** Every kind of failure by its name: `docs/prepare-exit-codes.md` is this table. */
export const FAILURES: Readonly<Record<FailureCode, FailureKind>> = KINDS;

/** The only error that prepare means to end with. Its message is one sentence for the user. */
export class PrepareError extends Error {
  override readonly name = 'PrepareError';
  readonly code: FailureCode;

  constructor(code: FailureCode, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
