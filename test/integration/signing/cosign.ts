import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A cosign program, 2 or 3, without a transparency log. */
export interface Cosign {
  /** The path of the program. */
  readonly program: string;
  /** Verifies the signatures of an image, or rejects. With annotations, `NAME=VALUE`, a signature must have them. */
  readonly verify: (publicKey: string, image: string, annotations?: readonly string[]) => Promise<void>;
  /** Returns the verified statements of an image's attestations. `type` is a name such as `slsaprovenance1`. Rejects if there is none. */
  readonly attestations: (publicKey: string, image: string, type: string) => Promise<readonly unknown[]>;
  /** Returns the attached SBOM. Rejects if there is none. */
  readonly sbom: (image: string) => Promise<string>;
  /** Attests a predicate in a file. */
  readonly attest: (privateKey: string, image: string, type: string, predicate: string) => Promise<void>;
}

/**
 * Returns cosign with a home directory. `password` is that of its private keys. `attestationOptions` are further options of
 * `cosign verify-attestation`.
 */
export function cosign(
  program: string,
  home: string,
  password: string,
  attestationOptions: readonly string[] = [],
): Cosign {
  const run = async (...args: readonly string[]): Promise<string> => {
    const env = { HOME: home, COSIGN_PASSWORD: password };
    return (await promisify(execFile)(program, args, { env, maxBuffer: 2 ** 26 })).stdout;
  };
  const offline = ['--insecure-ignore-tlog=true', '--allow-http-registry'];
  return {
    program,
    verify: async (publicKey, image, annotations = []) => {
      const wanted = annotations.flatMap((annotation) => ['-a', annotation]);
      await run('verify', '--key', publicKey, ...wanted, ...offline, image);
    },
    attestations: async (publicKey, image, type) => {
      const options = ['--key', publicKey, '--type', type, ...attestationOptions, ...offline];
      const lines = await run('verify-attestation', ...options, image);
      return lines.trim().split('\n').map(statementOf);
    },
    sbom: async (image) => run('download', 'sbom', '--allow-http-registry', image),
    attest: async (privateKey, image, type, predicate) => {
      const options = ['--tlog-upload=false', '--yes', '--allow-http-registry'];
      await run('attest', '--key', privateKey, '--type', type, '--predicate', predicate, ...options, image);
    },
  };
}

function statementOf(line: string): unknown {
  const envelope: unknown = JSON.parse(line);
  const payload = typeof envelope === 'object' && envelope !== null && 'payload' in envelope ? envelope.payload : '';
  return JSON.parse(Buffer.from(String(payload), 'base64').toString());
}
