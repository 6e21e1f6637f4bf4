import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildInputs, CompletionInputs } from '../../../src/core/model/build-inputs.ts';
import { run } from '../../../src/steps/completion/run.ts';

/** A Build whose image is in the registry. */
export interface BuiltImage {
  readonly tag: string;
  readonly digest: string;
}

/** The result of completion. */
export interface Completion {
  readonly code: number;
  readonly log: string;
  readonly errors: string;
}

/** Runs completion for an image, with its files in a folder. `outcome` is the file for the report. `inputs` replace others. */
export async function runCompletion(
  folder: string,
  { tag, digest }: BuiltImage,
  completion: CompletionInputs,
  outcome: readonly string[],
  inputs: Partial<BuildInputs> = {},
): Promise<Completion> {
  mkdirSync(folder, { recursive: true });
  const [file, report] = [path.join(folder, 'inputs.json'), path.join(folder, 'report.toml')];
  writeFileSync(file, JSON.stringify({ ...inputsOf(tag, completion), ...inputs }));
  writeFileSync(report, `[image]\n  tags = [${JSON.stringify(tag)}]\n  digest = "${digest}"\n  manifest-size = 528\n`);
  const [log, errors]: [string[], string[]] = [[], []];
  const code = await run([`-inputs=${file}`, `-report=${report}`, ...outcome], {
    environment: { HOME: folder },
    signal: new AbortController().signal,
    clock: { now: Date.now, sleep: async () => sleep(1) },
    random: Math.random,
    writeOutput: (text) => void log.push(text),
    writeError: (text) => void errors.push(text),
  });
  return { code, log: log.join(''), errors: errors.join('') };
}

function inputsOf(tag: string, completion: CompletionInputs): BuildInputs {
  return {
    version: 1,
    tags: [tag],
    runImage: 'registry.example.com/run',
    builder: { image: 'registry.example.com/builder' },
    credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: false },
    completion,
  };
}
