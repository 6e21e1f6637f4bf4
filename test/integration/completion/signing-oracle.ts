import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { NameValue } from '../../../src/core/model/resolved-build.ts';

/** cosign and kpack, run by a program of the test bed. */
export interface SigningOracle {
  /** Writes the files of a Secret to a folder. */
  readonly makeKey: (folder: string, password: string) => Promise<void>;
  /** Signs as kpack's completion does, with every Secret in a folder. */
  readonly sign: (secrets: string, tag: string, digest: string, annotations: readonly NameValue[]) => Promise<void>;
  /** True if cosign finds a signature of the key with the annotations. `repository` replaces the image's as the place to look. */
  readonly verifies: (
    key: string,
    image: string,
    annotations?: readonly NameValue[],
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

/** cosign's message if there is no signature. The test fails on every other message. */
const NO_SIGNATURE = /no (?:matching )?signatures|missing or incorrect annotation/;

function pair({ name, value }: NameValue): string {
  return `${name}=${value}`;
}
