import type { StepFailure } from './step-failure.ts';

/** What prepare and completion can both fail by. */
export const FAILURES_OF_BOTH = {
  InputsUnusable: {
    exitCode: 2,
    actor: 'platform',
    meaning: 'What the step was told cannot be used',
    advice: 'Use controller and steps image of the same version; the last line of the log says what is wrong.',
  },
  CredentialsInvalid: {
    exitCode: 10,
    actor: 'user',
    meaning: 'A Secret cannot be read, is ambiguous or lacks a key',
    advice: 'Mend the Secret that the last line of the log names.',
  },
  TlsFailed: {
    exitCode: 30,
    actor: 'platform',
    meaning: 'The certificate of a server cannot be trusted',
    advice: 'Add its authority to the certificates of build pods, or give the server one for the name that is asked.',
  },
  NetworkFailed: {
    exitCode: 31,
    actor: 'user',
    meaning: 'A server cannot be reached, or breaks connections',
    advice: 'Check the address; if it is right, look at DNS, proxy and network policies, and create the Build anew.',
  },
  ServerUnavailable: {
    exitCode: 32,
    actor: 'platform',
    meaning: 'A server fails, or limits how often it is asked',
    advice: 'Create the Build anew when the server is well again.',
  },
} as const satisfies Readonly<Record<string, StepFailure>>;
