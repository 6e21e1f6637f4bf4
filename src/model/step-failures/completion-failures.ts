import { FAILURES_OF_BOTH, type StepFailure } from './both-steps.ts';

const KINDS = {
  CompletionFailed: {
    exitCode: 1,
    actor: 'platform',
    meaning: 'The image was built, but completion failed for an unknown reason',
    advice:
      'Read the last lines of the log. If they name a server, check that server. Let the author create the Build again. If it fails again, report the failure with the log to the taskpack project.',
  },
  ...FAILURES_OF_BOTH,
  ReportInvalid: {
    exitCode: 40,
    actor: 'platform',
    meaning: 'The previous phase did not report an image',
    advice: "Read the log of the previous phase, and check that the builder's lifecycle writes report.toml.",
  },
  SigningKeyInvalid: {
    exitCode: 41,
    actor: 'user',
    meaning: 'The image was built, but a signing key cannot be read or decrypted',
    advice: 'Correct cosign.key or cosign.password in the Secret that the last line of the log names.',
  },
  SignatureDenied: {
    exitCode: 42,
    actor: 'user',
    meaning: 'The image was built, but the registry does not let the Build push the signature',
    advice:
      "Correct the login in the registry's Secret, which needs to push to the signature's repository. Without such a Secret, create one and list it in the secrets of the ServiceAccount.",
  },
  SignatureRefused: {
    exitCode: 43,
    actor: 'user',
    meaning: 'The image was built, but its signature cannot be stored in the repository',
    advice:
      "Check the annotation kpack.io/cosign.repository of the key's Secret, and that the registry accepts signatures.",
  },
  OutcomeNotReported: {
    exitCode: 44,
    actor: 'user',
    meaning: 'The image was built, but could not be reported',
    advice: 'Create the Build again. If the last line of the log asks for a shorter tag, shorten the tag first.',
  },
} as const satisfies Readonly<Record<string, StepFailure>>;

export type CompletionFailure = keyof typeof KINDS;

/** All failures of completion. */
export const COMPLETION_FAILURES: Readonly<Record<CompletionFailure, StepFailure>> = KINDS;
