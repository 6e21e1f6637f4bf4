import { execFile, type ExecFileException, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import path from 'node:path';

/** A container of a translated workload. */
export interface PhaseContainer {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** Where an image of a phase is unpacked, and its environment. */
export interface UnpackedImage {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The folder that holds the volumes, and the unpacked images by reference. */
export interface PhaseEnvironment {
  readonly volumes: string;
  readonly home: string;
  readonly platformApi: string;
  readonly images: Readonly<Record<string, UnpackedImage>>;
}

/** The user of the phases. The creator looks it up in `/etc/passwd`, which has this user on every Linux. */
export const NOBODY = 65_534;

const PROGRAMS: Readonly<Record<string, string>> = {
  analyze: 'analyzer',
  detect: 'detector',
  restore: 'restorer',
  build: 'builder',
  export: 'exporter',
  rebase: 'rebaser',
  create: 'creator',
};

/** Runs a phase of a workload on this machine, with the folder of the volumes in the place of the root directory. */
export function runContainer(container: PhaseContainer, phaseEnvironment: PhaseEnvironment): PhaseEnd {
  const { program, args, options } = processOf(container, phaseEnvironment);
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** Runs a phase as `runContainer` does. Meanwhile, servers of this process can answer the phase. */
export async function runContainerAside(
  container: PhaseContainer,
  phaseEnvironment: PhaseEnvironment,
): Promise<PhaseEnd> {
  const { program, args, options } = processOf(container, phaseEnvironment);
  return new Promise((resolve) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error: ExecFileException | null, stdout, stderr) => {
      const { code: status = null } = error ?? { code: 0 };
      resolve({ status: typeof status === 'number' ? status : null, output: `${stdout}${stderr}` });
    });
  });
}

interface PhaseEnd {
  readonly status: number | null;
  readonly output: string;
}

interface PhaseProcess {
  readonly program: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnSyncOptions, 'uid' | 'gid' | 'env'>;
}

function processOf({ name, image, args, env = [] }: PhaseContainer, phaseEnvironment: PhaseEnvironment): PhaseProcess {
  const { volumes, home, platformApi, images } = phaseEnvironment;
  const { folder, environment } = images[image] ?? missing(image);
  const program = path.join(folder, 'cnb/lifecycle', PROGRAMS[name] ?? missing(name));
  const own = lifecycleArgs(args).map((argument) => argument.replace(/=\//, `=${volumes}/`));
  return {
    program,
    args: [...imageArgs(name, folder, platformApi), ...own],
    options: {
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        TMPDIR: path.join(volumes, 'tmp'),
        CNB_PLATFORM_API: platformApi,
        CNB_NO_COLOR: 'true',
        ...environment,
        ...networkVariables(env, phaseEnvironment),
        ...lifecycleVariables(env),
      },
    },
  };
}

/** Returns the variables that the lifecycle has no flag for. */
function lifecycleVariables(env: NonNullable<PhaseContainer['env']>): Readonly<Record<string, string>> {
  const own = env.filter(({ name }) => ['CNB_EXEC_ENV', 'CNB_SKIP_LAYERS'].includes(name));
  return Object.fromEntries(own.map(({ name, value = '' }) => [name, value]));
}

/** Returns the proxies and the places of certificates, with the folder of the volumes in the place of the root directory. */
function networkVariables(
  env: NonNullable<PhaseContainer['env']>,
  { volumes }: PhaseEnvironment,
): Readonly<Record<string, string>> {
  const network = env.filter(({ name }) => /_proxy$|^SSL_CERT_/i.test(name));
  return Object.fromEntries(
    network.map(({ name, value = '' }) => [name, value.replace('/var/ca-certificates', `${volumes}$&`)]),
  );
}

/** Returns the arguments of the lifecycle's program. The check before export takes that program after `--`. */
function lifecycleArgs(args: readonly string[]): readonly string[] {
  const separator = args.indexOf('--');
  return separator === -1 ? args : args.slice(separator + 2);
}

/** Names the files that the phase finds in its image at fixed paths. */
function imageArgs(name: string, folder: string, platformApi: string): readonly string[] {
  const at = (place: string): string => path.join(folder, 'cnb', place);
  switch (name) {
    case 'detect':
      return [`-buildpacks=${at('buildpacks')}`, `-order=${at('order.toml')}`, `-platform=${at('platform')}`];
    case 'build':
      return [`-buildpacks=${at('buildpacks')}`, `-platform=${at('platform')}`];
    case 'create':
      return ['detect', 'export'].flatMap((phase) => imageArgs(phase, folder, platformApi));
    case 'export':
      return [
        `-launcher=${at('lifecycle/launcher')}`,
        ...(Number(platformApi.split('.')[1]) >= 11 ? [`-launcher-sbom=${at('lifecycle')}`] : []),
      ];
    default:
      return [];
  }
}

function missing(what: string): never {
  throw new Error(`${what} is not unpacked`);
}
