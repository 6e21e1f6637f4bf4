import { FAILURES_OF_BOTH, type StepFailure } from './both-steps.ts';

const KINDS = {
  PrepareFailed: {
    exitCode: 1,
    actor: 'platform',
    meaning: 'Prepare failed for an unknown reason',
    advice:
      'Read the last lines of the log. If they name a server, check that server. Then the author creates the Build again. If it fails again, report the failure with the log to the taskpack project.',
  },
  ...FAILURES_OF_BOTH,
  PushDenied: {
    exitCode: 11,
    actor: 'user',
    meaning: 'The registry does not let the Build push a tag',
    advice:
      "Correct the tag, or the login in the registry's Secret. If the ServiceAccount has no Secret for this registry, create one, and add it to the secrets of the ServiceAccount.",
  },
  RunImageDenied: {
    exitCode: 12,
    actor: 'user',
    meaning: 'The registry does not let the Build pull the run image',
    advice:
      "Correct the login in the registry's Secret. If the ServiceAccount has no Secret for this registry, create one, and add it to the secrets or imagePullSecrets of the ServiceAccount.",
  },
  RunImageNotFound: {
    exitCode: 13,
    actor: 'platform',
    owner: 'builder',
    meaning: 'The run image does not exist',
    advice: 'The owner of the builder corrects the run image in its stack. Then the author creates the Build again.',
  },
  CredentialsExposed: {
    exitCode: 14,
    actor: 'platform',
    meaning: 'Tekton would show Secrets of the ServiceAccount to buildpacks, so the Build stopped',
    advice:
      'Set disable-creds-init to "true" in the ConfigMap feature-flags of Tekton. Then the author creates the Build again.',
  },
  SourceNotFound: {
    exitCode: 20,
    actor: 'user',
    meaning: 'The source does not exist',
    advice: 'Correct the URL or image of the source in a new Build, or in its Image.',
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
    advice: 'Correct the revision of the source in a new Build, or in its Image.',
  },
  HostKeyUnknown: {
    exitCode: 23,
    actor: 'user',
    meaning: 'The host key of the SSH server is not in known_hosts',
    advice:
      'Ask the owner of the git server for its host key. Put that key into known_hosts of the SSH Secret for this host.',
  },
  SourceUnsupported: {
    exitCode: 24,
    actor: 'user',
    meaning: 'The URL or protocol of the source or of a submodule is missing or not supported',
    advice: 'Correct the URL of the source or submodule as the last line of the log says.',
  },
  ArchiveInvalid: {
    exitCode: 25,
    actor: 'user',
    meaning: 'The archive or image is invalid, has an unknown format, or has an entry outside of the workspace',
    advice:
      'If the server sent something else, such as a login page, correct the URL or its Secret. Otherwise, create the archive or image again without the problem that the last line of the log names.',
  },
  SourceTooLarge: {
    exitCode: 26,
    actor: 'user',
    meaning: 'The source has more bytes or entries than the settings allow',
    advice:
      'Remove files that the build does not need, or ask the operator to raise SOURCE_MAX_BYTES or SOURCE_MAX_ENTRIES.',
  },
  SourceChanged: {
    exitCode: 37,
    actor: 'user',
    meaning: 'The file on the server has changed since the Build was created',
    advice:
      'If an Image created the Build, do nothing: the Image creates a Build of the new file. Otherwise, create a new Build whose annotation taskpack.dev/blob-version has the version of the server, which the last line of the log names.',
  },
  SubPathNotFound: {
    exitCode: 27,
    actor: 'user',
    meaning: 'The source does not have the sub path',
    advice: 'Correct subPath of the source in a new Build, or in its Image.',
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
    advice:
      'Rename the variable in the project descriptor, or in the env of a new Build or of its Image. For a value with a NUL character, put the value into a Secret, and bind the Secret (spec.services).',
  },
  VariableMissing: {
    exitCode: 36,
    actor: 'user',
    meaning: "A Secret or key that the Build's env names does not exist",
    advice:
      'Create the Secret or the key that the last line of the log names, and create the Build again. Or set optional: true in its secretKeyRef in a new Build, or in its Image.',
  },
  RepositoryBroken: {
    exitCode: 35,
    actor: 'user',
    meaning: 'The git server cannot read its repository',
    advice:
      "Ask the administrator of the git server to repair the repository (git fsck). The last line of the log has the server's own message.",
  },
  DiskFull: {
    exitCode: 33,
    actor: 'user',
    meaning: 'The disk is full',
    advice:
      'Raise spec.resources.limits.ephemeral-storage in a new Build, or in its Image. Or make the source smaller. If the Build has no such limit, ask the operator to check the disk of the node.',
  },
} as const satisfies Readonly<Record<string, StepFailure>>;

export type PrepareFailure = keyof typeof KINDS;

/** All failures of prepare. */
export const PREPARE_FAILURES: Readonly<Record<PrepareFailure, StepFailure>> = KINDS;
