import { FAILURES_OF_BOTH } from './of-both-steps.ts';
import type { StepFailure } from './step-failure.ts';

const KINDS = {
  CompletionFailed: {
    exitCode: 1,
    actor: 'platform',
    meaning: 'The image was written, but completion failed in a way that it has no name for',
    advice: 'Look at the last lines of the log, and try the Build once more; if it stays, report it with the log.',
  },
  ...FAILURES_OF_BOTH,
  ReportInvalid: {
    exitCode: 40,
    actor: 'platform',
    meaning: 'The phase before has reported no image',
    advice: "Look at the log of the phase before, and check that the builder's lifecycle writes report.toml.",
  },
  SigningKeyInvalid: {
    exitCode: 41,
    actor: 'user',
    meaning: 'The image was written, but a signing key cannot be read or decrypted',
    advice: 'Mend cosign.key or cosign.password in the Secret that the last line of the log names.',
  },
  SignatureDenied: {
    exitCode: 42,
    actor: 'user',
    meaning: 'The image was written, but the registry does not let the account write its signature',
    advice: "List a Secret with the right to push to the signature's repository in the ServiceAccount's secrets.",
  },
  SignatureRefused: {
    exitCode: 43,
    actor: 'user',
    meaning: 'The image was written, but its signature cannot be stored where it belongs',
    advice: "Check kpack.io/cosign.repository of the key's Secret, and that the registry takes signatures.",
  },
  OutcomeNotReported: {
    exitCode: 44,
    actor: 'platform',
    meaning: 'The image was written, but could not be reported',
    advice: 'Give the image a shorter tag if the last line of the log says so; else try the Build once more.',
  },
} as const satisfies Readonly<Record<string, StepFailure>>;

export type CompletionFailure = keyof typeof KINDS;

/** Every way in which completion can fail. */
export const COMPLETION_FAILURES: Readonly<Record<CompletionFailure, StepFailure>> = KINDS;
