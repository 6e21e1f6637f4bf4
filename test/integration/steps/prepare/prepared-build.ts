import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';
import type { ApplicationInputs, BuildInputs, SourceInputs } from '../../../../src/core/model/build-inputs.ts';
import type { SourceLimits } from '../../../../src/core/model/build-source.ts';
import { makeDispatcher } from '../../../../src/clients/registry/client/transport/dispatcher.ts';
import { readArguments, type RunCommand } from '../../../../src/steps/prepare/command-line.ts';
import { run } from '../../../../src/steps/prepare/run.ts';
import type { PrepareDependencies } from '../../../../src/steps/prepare/dependencies.ts';

/** The inputs of a test's build. */
export interface BuildOptions extends Partial<Pick<PrepareDependencies, 'environment' | 'signal'>> {
  readonly source?: SourceInputs;
  readonly limits?: SourceLimits;
  /** Sends requests in place of the suite's own client. */
  readonly dispatcher?: Dispatcher;
  readonly application?: Partial<ApplicationInputs>;
  readonly credentials?: Partial<BuildInputs['credentials']>;
  readonly tags?: BuildInputs['tags'];
  readonly runImage?: string;
  /** A builder that image extensions may extend. */
  readonly extendedBuilder?: string;
  readonly cacheTag?: string;
  readonly previousImage?: string;
  /** Files beside the inputs. */
  readonly beside?: Readonly<Record<string, string>>;
  /** A Task's arguments, which replace a document of inputs. The results and inputs have the same paths as without a Task. */
  readonly task?: readonly string[];
  readonly user?: PrepareDependencies['user'];
  /** The folder of an earlier build, to prepare the build again. */
  readonly folder?: string;
}

/** Stands for the programs that prepare copies to volumes and does not run. Large files would cost each build much time. */
const SMALL_PROGRAM = import.meta.filename;

/** The result of prepare. */
export interface Prepared {
  readonly code: number;
  readonly log: readonly string[];
  readonly errors: readonly string[];
  readonly folder: string;
  readonly at: (...names: readonly string[]) => string;
}

/** Builds of the calling suite, in folders that are removed after the suite. */
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
    const { dependencies, log } = dependenciesIn(folder, options.dispatcher ?? dispatcher, options, imageOf());
    const errors: string[] = [];
    const command = options.task === undefined ? ({ kind: 'prepare' } as const) : taskCommand(folder, options.task);
    const code = await run(dependencies, { ...command, inputsFile: dependencies.inputsFile }, (line) =>
      errors.push(line),
    );
    return { code, log, errors, folder, at: (...names) => path.join(folder, ...names) };
  };
}

function dependenciesIn(
  folder: string,
  dispatcher: Dispatcher,
  options: BuildOptions,
  image: string,
): { readonly dependencies: PrepareDependencies; readonly log: readonly string[] } {
  const inside = (name: string): string => path.join(folder, name);
  for (const name of ['workspace', 'platform', 'credentials', 'inputs']) mkdirSync(inside(name), { recursive: true });
  const inputsFile = inside('inputs/inputs.json');
  writeFileSync(inputsFile, JSON.stringify(inputsOf(options, image)));
  for (const [name, text] of Object.entries(options.beside ?? {})) writeFileSync(inside(`inputs/${name}`), text);
  const log: string[] = [];
  const dependencies: PrepareDependencies = {
    inputsFile,
    tektonSecrets: inside('creds-secrets'),
    paths: {
      workspace: inside('workspace'),
      platform: inside('platform'),
      credentials: inside('credentials'),
      projectMetadata: inside('metadata'),
      programs: inside('programs'),
      nameFiles: [],
      exportGuard: SMALL_PROGRAM,
      tokens: inside('tokens'),
      waiter: SMALL_PROGRAM,
      waiterDirectory: inside('waiter'),
      runImages: inside('run-images'),
    },
    user: options.user ?? { uid: 1001, gid: 1000 },
    architecture: 'x64',
    environment: options.environment ?? { PATH: process.env['PATH'] },
    network: {
      dispatcher,
      clock: { now: Date.now, sleep: async () => sleep(1) },
      random: () => 0.5,
    },
    redaction: makeRedaction(),
    signal: options.signal ?? new AbortController().signal,
    log: (line) => log.push(line),
  };
  return { dependencies, log };
}

/** Parses arguments as the program does. */
function taskCommand(folder: string, task: readonly string[]): RunCommand {
  const command = readArguments([`-inputs=${path.join(folder, 'inputs/inputs.json')}`, ...task]);
  if (command.kind === 'help') throw new Error('these arguments ask for help');
  return command;
}

const LIMITS: SourceLimits = { bytes: 2 ** 30, entries: 10_000 };

function inputsOf(
  {
    source,
    limits = LIMITS,
    application,
    credentials,
    tags,
    runImage,
    extendedBuilder,
    cacheTag,
    previousImage,
  }: BuildOptions,
  image: string,
): BuildInputs {
  return {
    version: 1,
    tags: tags ?? [image],
    runImage: runImage ?? image,
    ...(previousImage !== undefined && { previousImage }),
    builder: extendedBuilder === undefined ? { image } : { image: extendedBuilder, isExtended: true },
    ...(source !== undefined && { application: { source, sourceLimits: limits, environment: [], ...application } }),
    credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: true, ...credentials },
    completion: { ...(cacheTag !== undefined && { cacheTag }), signing: [], signatureAnnotations: [] },
  };
}

/** Mounts a Secret with the links that the kubelet creates. */
export function mountSecret(folder: string, name: string, keys: Readonly<Record<string, string>>): string {
  const directory = path.join(folder, 'secrets', name);
  if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
  for (const [key, value] of Object.entries(keys)) writeFileSync(path.join(directory, key), value);
  return directory;
}
