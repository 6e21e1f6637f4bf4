import { FAILURES_OF_BOTH } from './of-both-steps.ts';
import type { StepFailure } from './step-failure.ts';

const KINDS = {
  PrepareFailed: {
    exitCode: 1,
    actor: 'platform',
    meaning: 'Prepare failed in a way that it has no name for',
    advice: 'Look at the last lines of the log, and try the Build once more; if it stays, report it with the log.',
  },
  ...FAILURES_OF_BOTH,
  PushDenied: {
    exitCode: 11,
    actor: 'user',
    meaning: 'The registry does not let the account write to a tag',
    advice: "List a Secret with the right to push in the ServiceAccount's secrets, or correct the tag.",
  },
  RunImageDenied: {
    exitCode: 12,
    actor: 'user',
    meaning: 'The registry does not let the account read the run image',
    advice: "List a Secret that may pull it in the ServiceAccount's secrets or imagePullSecrets.",
  },
  RunImageNotFound: {
    exitCode: 13,
    actor: 'platform',
    meaning: 'The run image does not exist',
    advice: "Correct the run image of the builder's stack, or that of the Build.",
  },
  SourceNotFound: {
    exitCode: 20,
    actor: 'user',
    meaning: 'The source does not exist',
    advice: "Correct the address in the Build's source.",
  },
  SourceDenied: {
    exitCode: 21,
    actor: 'user',
    meaning: 'The source refuses the credentials, or wants some',
    advice:
      "List a Secret for the source's host in the ServiceAccount's secrets, and check that it may read the source.",
  },
  RevisionNotFound: {
    exitCode: 22,
    actor: 'user',
    meaning: 'The repository has no such branch, tag or commit',
    advice: "Correct the revision in the Build's source.",
  },
  HostKeyUnknown: {
    exitCode: 23,
    actor: 'user',
    meaning: 'The SSH server is not the one that known_hosts names',
    advice: 'Correct known_hosts in the Secret, once you know that it is the right server.',
  },
  SourceUnsupported: {
    exitCode: 24,
    actor: 'user',
    meaning: 'A source of this kind is not fetched',
    advice: 'Use one of the ways that the last line of the log names.',
  },
  ArchiveInvalid: {
    exitCode: 25,
    actor: 'user',
    meaning: 'The archive or image is broken, of an unknown format, or would write outside of the workspace',
    advice: 'Make the archive or image anew, without the entry that the last line of the log names.',
  },
  SourceTooLarge: {
    exitCode: 26,
    actor: 'user',
    meaning: 'The source has more bytes or entries than the settings allow',
    advice: 'Leave out what the build does not need, or have SOURCE_MAX_BYTES or SOURCE_MAX_ENTRIES raised.',
  },
  SubPathNotFound: {
    exitCode: 27,
    actor: 'user',
    meaning: 'The source has no such sub path',
    advice: "Correct subPath in the Build's source.",
  },
  DescriptorInvalid: {
    exitCode: 28,
    actor: 'user',
    meaning: 'The project descriptor is missing where one is named, or is invalid',
    advice: 'Mend the file that the last line of the log names, or correct projectDescriptorPath.',
  },
  VariableInvalid: {
    exitCode: 29,
    actor: 'user',
    meaning: 'A variable of the build has a name that no file can have',
    advice: "Rename the variable in the Build's env or in the project descriptor.",
  },
  DiskFull: {
    exitCode: 33,
    actor: 'user',
    meaning: 'There is no room for the source',
    advice:
      "Raise ephemeral-storage in the Build's resources, or shrink the source; a node's disk may be full as well.",
  },
} as const satisfies Readonly<Record<string, StepFailure>>;

export type PrepareFailure = keyof typeof KINDS;

/** Every way in which prepare can fail. */
export const PREPARE_FAILURES: Readonly<Record<PrepareFailure, StepFailure>> = KINDS;
