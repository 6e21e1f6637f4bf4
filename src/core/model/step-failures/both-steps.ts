import type { Explanation } from '../failures/explanation.ts';

/** A way in which a taskpack step fails: its exit code and the explanation for users. */
export interface StepFailure extends Explanation {
  readonly exitCode: number;
}

/** The failures that both prepare and completion have. */
export const FAILURES_OF_BOTH = {
  InputsUnusable: {
    exitCode: 2,
    actor: 'platform',
    meaning: 'A step of taskpack got inputs or arguments that it cannot use',
    advice:
      'Read the last line of the log: it names the problem. If it names a variable, correct that setting. Otherwise, use the same version of the controller and the steps image.',
  },
  CredentialsInvalid: {
    exitCode: 10,
    actor: 'user',
    meaning: 'A Secret cannot be read, is ambiguous or lacks a key',
    advice: 'Correct the Secret that the last line of the log names.',
  },
  TlsFailed: {
    exitCode: 30,
    actor: 'platform',
    meaning: 'The certificate of a server is not trusted',
    advice:
      "Add the server's certificate authority to a ConfigMap with the label taskpack.dev/network, or give the server a certificate for the requested host name. If the server is in a service mesh, let Builds use the proxy of the mesh. Then the author creates the Build again.",
  },
  NetworkFailed: {
    exitCode: 31,
    actor: 'user',
    meaning: 'A server cannot be reached or closes connections',
    advice:
      'Check the address. If it is correct, ask the operator to check DNS, proxies, network policies and the service mesh. Then create the Build again.',
  },
  AddressRefused: {
    exitCode: 34,
    actor: 'user',
    meaning: 'The host has a loopback, link-local or metadata address, so taskpack does not connect to it',
    advice:
      'Read the last line of the log: it names the host and the address. Then use another host, or correct the DNS name.',
  },
  ServerUnavailable: {
    exitCode: 32,
    actor: 'platform',
    meaning: 'A server is unavailable or limits the rate of requests',
    advice:
      'The last line of the log names the server. If you operate that server, check it. Otherwise, wait until it is available. Then the author creates the Build again.',
  },
} as const satisfies Readonly<Record<string, StepFailure>>;
