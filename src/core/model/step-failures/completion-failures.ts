import { FAILURES_OF_BOTH, type StepFailure } from './both-steps.ts';

const KINDS = {
  CompletionFailed: {
    exitCode: 1,
    actor: 'platform',
    meaning: 'The image is in the registry, but completion failed for an unknown reason',
    advice:
      'Read the last lines of the log. If they name a server, check that server. Then the author creates the Build again. If it fails again, report the failure with the log to the taskpack project.',
  },
  ...FAILURES_OF_BOTH,
  ReportInvalid: {
    exitCode: 40,
    actor: 'platform',
    meaning: 'The phase export or rebase ended without a valid report of the image',
    advice:
      'Read the log of export or rebase. If it shows no error, the owner of the builder checks that its lifecycle writes report.toml.',
  },
  SigningKeyInvalid: {
    exitCode: 41,
    actor: 'user',
    meaning: 'The image is in the registry, but a signing key cannot be read or decrypted',
    advice: 'Correct cosign.key or cosign.password in the Secret that the last line of the log names.',
  },
  SignatureDenied: {
    exitCode: 42,
    actor: 'user',
    meaning: 'The image is in the registry, but the registry does not let the Build push the signature',
    advice:
      "Correct the login in the registry's Secret, which needs to push to the signature's repository. If the ServiceAccount has no Secret for this registry, create one, and add it to the secrets of the ServiceAccount.",
  },
  SignatureRefused: {
    exitCode: 43,
    actor: 'user',
    meaning: 'The image is in the registry, but its signature cannot be stored in the repository',
    advice:
      "Check the annotation kpack.io/cosign.repository of the key's Secret, and that the registry accepts signatures.",
  },
  OutcomeNotReported: {
    exitCode: 44,
    actor: 'user',
    meaning: 'The image is in the registry, but the step could not write the result of the Build',
    advice:
      'Read the last line of the log. If it asks for a shorter tag, use a shorter tag in a new Build. Otherwise, create the Build again.',
  },
} as const satisfies Readonly<Record<string, StepFailure>>;

export type CompletionFailure = keyof typeof KINDS;

/** All failures of completion. */
export const COMPLETION_FAILURES: Readonly<Record<CompletionFailure, StepFailure>> = KINDS;
