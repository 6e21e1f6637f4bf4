import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A container of a translated workload. */
export interface PhaseContainer {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
}

/** Where an image of a phase is unpacked, and its environment. */
export interface UnpackedImage {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The folder that holds the volumes, and the unpacked images by reference. */
export interface PhaseWorld {
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
export function runContainer({ name, image, args }: PhaseContainer, world: PhaseWorld) {
  const { folder, environment } = world.images[image] ?? missing(image);
  const program = path.join(folder, 'cnb/lifecycle', PROGRAMS[name] ?? missing(name));
  const own = lifecycleArgs(args).map((argument) => argument.replace(/=\//, `=${world.volumes}/`));
  const { status, stdout, stderr } = spawnSync(program, [...imageArgs(name, folder, world.platformApi), ...own], {
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    env: {
      PATH: process.env['PATH'],
      HOME: world.home,
      TMPDIR: path.join(world.volumes, 'tmp'),
      CNB_PLATFORM_API: world.platformApi,
      CNB_NO_COLOR: 'true',
      ...environment,
    },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
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
