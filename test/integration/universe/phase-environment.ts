import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ImageFacts } from '../../../src/core/api/taskpack/image-facts.ts';
import { someFacts } from '../../support/documents.ts';
import type { Workspace } from '../../support/workspace.ts';
import { NOBODY, type PhaseEnvironment, type UnpackedImage } from './phase-runner.ts';

/** The reference of the unpacked builder in workloads. */
const BUILDER = `registry.example.com/builder@sha256:${'a'.repeat(64)}`;

/** Returns the facts of the unpacked builder, whose lifecycle supports one Platform API. */
export function builderFacts(
  platformApi: string,
  run: NonNullable<ImageFacts['runImage']>,
): ReturnType<typeof someFacts> {
  return someFacts({
    uid: NOBODY,
    gid: NOBODY,
    lifecycle: { version: '0.20.12', apis: { platform: { supported: [platformApi] } } },
    runImage: run,
    images: [run],
  });
}

/** Returns the environment of phases that run with the unpacked builder, whose folder also holds the volumes. */
export function builderEnvironment(
  builder: Workspace,
  platformApi: string,
  others: Readonly<Record<string, UnpackedImage>> = {},
): PhaseEnvironment {
  const at = (name: string): string => path.join(builder.path, 'cnb', name);
  const environment = {
    CNB_USER_ID: `${NOBODY}`,
    CNB_GROUP_ID: `${NOBODY}`,
    CNB_STACK_PATH: at('stack.toml'),
    CNB_RUN_PATH: at('run.toml'),
    CNB_EXTENSIONS_DIR: at('extensions'),
    CNB_STACK_ID: 'io.test.stacks.tiny',
  };
  return {
    volumes: builder.path,
    home: path.join(builder.path, 'home'),
    platformApi,
    images: { [BUILDER]: { folder: builder.path, environment }, ...others },
  };
}

/** Makes volumes that every user can write. */
export function makeVolumes(folder: string, names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(path.join(folder, name), { recursive: true });
    chmodSync(path.join(folder, name), 0o777);
  }
}
