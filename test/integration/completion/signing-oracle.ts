import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { NamedText } from '../../../src/model/resolved-build.ts';

/** cosign and kpack, by the bed's program. */
export interface SigningOracle {
  /** Makes a Secret's files in a folder. */
  readonly makeKey: (folder: string, password: string) => Promise<void>;
  /** Signs as kpack's completion, by every Secret in a folder. */
  readonly sign: (secrets: string, tag: string, digest: string, annotations: readonly NamedText[]) => Promise<void>;
  /** Whether cosign finds a signature of the key with the annotations; `repository` is where it looks instead of beside the image. */
  readonly verifies: (
    key: string,
    image: string,
    annotations?: readonly NamedText[],
    repository?: string,
  ) => Promise<boolean>;
}

export function signingOracle(program: string, home: string): SigningOracle {
  const run = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<void> => {
    await promisify(execFile)(program, args, { env: { HOME: home, ...environment } });
  };
  return {
    makeKey: async (folder, password) => {
      mkdirSync(folder, { recursive: true });
      await run(['keys', folder], { COSIGN_PASSWORD: password });
      writeFileSync(path.join(folder, 'cosign.password'), password);
    },
    sign: async (secrets, tag, digest, annotations) => run(['sign', secrets, tag, digest, ...annotations.map(pair)]),
    verifies: async (key, image, annotations = [], repository) => {
      try {
        const environment = repository === undefined ? {} : { COSIGN_REPOSITORY: repository };
        await run(['verify', path.join(key, 'cosign.pub'), image, ...annotations.map(pair)], environment);
        return true;
      } catch (error) {
        if (error instanceof Error && NO_SIGNATURE.test(error.message)) return false;
        throw error;
      }
    },
  };
}

/** What cosign says where it finds none; everything else is a failure of the test. */
const NO_SIGNATURE = /no (?:matching )?signatures|missing or incorrect annotation/;

function pair({ name, value }: NamedText): string {
  return `${name}=${value}`;
}
