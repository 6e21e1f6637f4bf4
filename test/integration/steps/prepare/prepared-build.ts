import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { makeRedaction } from '../../../../src/http/redaction.ts';
import type { ApplicationInputs, BuildInputs, SourceInputs } from '../../../../src/model/build-inputs.ts';
import type { SourceLimits } from '../../../../src/model/source-limits.ts';
import { makeDispatcher } from '../../../../src/registry/client/dispatcher.ts';
import { readArguments, type RunCommand } from '../../../../src/steps/prepare/command-line.ts';
import { run } from '../../../../src/steps/prepare/run.ts';
import type { World } from '../../../../src/steps/prepare/world.ts';

/** What a test's build is made of. */
export interface BuildOptions extends Partial<Pick<World, 'environment' | 'signal'>> {
  readonly source?: SourceInputs;
  readonly limits?: SourceLimits;
  /** What sends requests, in place of the suite's own. */
  readonly dispatcher?: Dispatcher;
  readonly application?: Partial<ApplicationInputs>;
  readonly credentials?: Partial<BuildInputs['credentials']>;
  readonly tags?: BuildInputs['tags'];
  readonly runImage?: string;
  /** Files beside the inputs. */
  readonly beside?: Readonly<Record<string, string>>;
  /** A Task's arguments, in place of a document of inputs; its results and inputs go where those of others are. */
  readonly task?: readonly string[];
  readonly user?: World['user'];
  /** A folder of a former build, to prepare it again. */
  readonly folder?: string;
}

/** What prepare made of it. */
export interface Prepared {
  readonly code: number;
  readonly log: readonly string[];
  readonly errors: readonly string[];
  readonly folder: string;
  readonly at: (...names: readonly string[]) => string;
}

/** Builds of the suite that calls this, in folders that are removed after it. */
export function temporaryBuilds(imageOf: () => string): (options?: BuildOptions) => Promise<Prepared> {
  const folders: string[] = [];
  let dispatcher: Dispatcher;
  before(() => {
    dispatcher = makeDispatcher();
  });
  after(async () => {
    await dispatcher.destroy();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return async (options = {}) => {
    const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'taskpack-prepare-'));
    folders.push(folder);
    const { world, log } = worldIn(folder, options.dispatcher ?? dispatcher, options, imageOf());
    const errors: string[] = [];
    const command = options.task === undefined ? ({ kind: 'prepare' } as const) : taskCommand(folder, options.task);
    const code = await run(world, { ...command, inputsFile: world.inputsFile }, (line) => errors.push(line));
    return { code, log, errors, folder, at: (...names) => path.join(folder, ...names) };
  };
}

function worldIn(
  folder: string,
  dispatcher: Dispatcher,
  options: BuildOptions,
  image: string,
): { readonly world: World; readonly log: readonly string[] } {
  const inside = (name: string): string => path.join(folder, name);
  for (const name of ['workspace', 'platform', 'home', 'inputs']) mkdirSync(inside(name), { recursive: true });
  const inputsFile = inside('inputs/inputs.json');
  writeFileSync(inputsFile, JSON.stringify(inputsOf(options, image)));
  for (const [name, text] of Object.entries(options.beside ?? {})) writeFileSync(inside(`inputs/${name}`), text);
  const log: string[] = [];
  const world: World = {
    inputsFile,
    paths: {
      workspace: inside('workspace'),
      platform: inside('platform'),
      home: inside('home'),
      projectMetadata: inside('metadata'),
    },
    user: options.user ?? { uid: 1001, gid: 1000 },
    architecture: 'x64',
    environment: options.environment ?? { PATH: process.env['PATH'] },
    network: {
      dispatcher,
      now: Date.now,
      random: () => 0.5,
      sleep: async () => sleep(1),
    },
    redaction: makeRedaction(),
    signal: options.signal ?? new AbortController().signal,
    log: (line) => log.push(line),
  };
  return { world, log };
}

/** As the program itself reads its arguments. */
function taskCommand(folder: string, task: readonly string[]): RunCommand {
  const command = readArguments([`-inputs=${path.join(folder, 'inputs/inputs.json')}`, ...task]);
  if (command.kind === 'help') throw new Error('these arguments ask for help');
  return command;
}

const LIMITS: SourceLimits = { bytes: 2 ** 30, entries: 10_000 };

function inputsOf(
  { source, limits = LIMITS, application, credentials, tags, runImage }: BuildOptions,
  image: string,
): BuildInputs {
  return {
    version: 1,
    tags: tags ?? [image],
    runImage: runImage ?? image,
    builder: { image },
    ...(source !== undefined && { application: { source, sourceLimits: limits, environment: [], ...application } }),
    credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: true, ...credentials },
    completion: { signing: [], signatureAnnotations: [] },
  };
}

/** Mounts a Secret as the kubelet does, as far as its reader sees. */
export function mountSecret(folder: string, name: string, keys: Readonly<Record<string, string>>): string {
  const directory = path.join(folder, 'secrets', name);
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
  for (const [key, value] of Object.entries(keys)) writeFileSync(path.join(directory, key), value);
  return directory;
}
