import { FAILURES_OF_BOTH, type StepFailure } from './both-steps.ts';

const KINDS = {
  PrepareFailed: {
    exitCode: 1,
    actor: 'platform',
    meaning: 'Prepare failed for an unknown reason',
    advice:
      'Read the last lines of the log and create the Build again. If it fails again, report the failure with the log.',
  },
  ...FAILURES_OF_BOTH,
  PushDenied: {
    exitCode: 11,
    actor: 'user',
    meaning: 'The account may not push a tag to the registry',
    advice: "Add a Secret that may push to the ServiceAccount's secrets, or correct the tag.",
  },
  RunImageDenied: {
    exitCode: 12,
    actor: 'user',
    meaning: 'The account may not pull the run image',
    advice: "Add a Secret that may pull the run image to the ServiceAccount's secrets or imagePullSecrets.",
  },
  RunImageNotFound: {
    exitCode: 13,
    actor: 'platform',
    meaning: 'The run image does not exist',
    advice: "Correct the run image of the builder's stack or of the Build.",
  },
  CredentialsExposed: {
    exitCode: 14,
    actor: 'user',
    meaning: "Tekton shows Secrets of the TaskRun's ServiceAccount to buildpacks",
    advice: 'Remove the Secrets from the ServiceAccount, or set disable-creds-init to "true" in Tekton.',
  },
  SourceNotFound: {
    exitCode: 20,
    actor: 'user',
    meaning: 'The source does not exist',
    advice: "Correct the URL or image in the Build's source.",
  },
  SourceDenied: {
    exitCode: 21,
    actor: 'user',
    meaning: 'The server of the source denies access',
    advice: "Add a Secret for the host to the ServiceAccount's secrets, and check that its user may read the source.",
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
    meaning: 'The host key of the SSH server is not in known_hosts',
    advice: 'Check that the server is the right one, then correct known_hosts in the Secret.',
  },
  SourceUnsupported: {
    exitCode: 24,
    actor: 'user',
    meaning: 'The URL or protocol of the source is not supported',
    advice: 'Use a URL or protocol that the last line of the log names.',
  },
  ArchiveInvalid: {
    exitCode: 25,
    actor: 'user',
    meaning: 'The archive or image is invalid, has an unknown format, or has an entry outside of the workspace',
    advice: 'Create the archive or image again, without the entry that the last line of the log names.',
  },
  SourceTooLarge: {
    exitCode: 26,
    actor: 'user',
    meaning: 'The source has more bytes or entries than the settings allow',
    advice: 'Remove files that the build does not need, or have SOURCE_MAX_BYTES or SOURCE_MAX_ENTRIES raised.',
  },
  SourceChanged: {
    exitCode: 37,
    actor: 'user',
    meaning: 'The blob on the server is another version than the one that the Build is for',
    advice:
      'Wait for the Build of the new version, which its Image creates. Without an Image, correct the annotation taskpack.dev/blob-version.',
  },
  SubPathNotFound: {
    exitCode: 27,
    actor: 'user',
    meaning: 'The source does not have the sub path',
    advice: "Correct subPath in the Build's source.",
  },
  DescriptorInvalid: {
    exitCode: 28,
    actor: 'user',
    meaning: 'The project descriptor is invalid, or projectDescriptorPath names a missing file',
    advice: 'Correct the file that the last line of the log names, or projectDescriptorPath.',
  },
  VariableInvalid: {
    exitCode: 29,
    actor: 'user',
    meaning: 'The name of a build variable is not a valid file name, or its value contains a NUL character',
    advice: "Rename the variable in the Build's env or in the project descriptor, or bind the Secret of the value.",
  },
  VariableMissing: {
    exitCode: 36,
    actor: 'user',
    meaning: "A Secret or key that the Build's env names does not exist",
    advice: "Create the Secret or the key that the last line of the log names, or set optional in the Build's env.",
  },
  RepositoryBroken: {
    exitCode: 35,
    actor: 'user',
    meaning: 'The git server cannot read its repository',
    advice:
      "Have the repository repaired on its server (git fsck). The last line of the log has the server's own message.",
  },
  DiskFull: {
    exitCode: 33,
    actor: 'user',
    meaning: 'The disk is full',
    advice:
      "Raise ephemeral-storage in the Build's resources or make the source smaller. The disk of the node can be full, too.",
  },
} as const satisfies Readonly<Record<string, StepFailure>>;

export type PrepareFailure = keyof typeof KINDS;

/** All failures of prepare. */
export const PREPARE_FAILURES: Readonly<Record<PrepareFailure, StepFailure>> = KINDS;
