import type { ComparedContainer, ComparedPod, Env, Mount } from '../compared-pod.ts';
import { isRebase, mapContainers, onKpack, without, type Difference } from './difference.ts';

/** The mounts of each phase in place of those of kpack's volumes in `KPACK_VOLUMES`. */
const MOUNTS: Readonly<Record<string, readonly Mount[]>> = {
  analyze: [written('layers-dir', '/layers'), written('analyzed-dir', '/var/analyzed'), credentials()],
  detect: [
    read('analyzed-dir', '/var/analyzed'),
    written('detected-dir', '/var/detected'),
    read('platform-dir', '/platform'),
    written('workspace-dir', '/workspace'),
  ],
  restore: [
    written('layers-dir', '/layers'),
    written('analyzed-dir', '/var/analyzed'),
    read('detected-dir', '/var/detected'),
    credentials(),
  ],
  build: [
    written('layers-dir', '/layers'),
    read('analyzed-dir', '/var/analyzed'),
    read('detected-dir', '/var/detected'),
    read('platform-dir', '/platform'),
    written('workspace-dir', '/workspace'),
  ],
  export: [
    written('layers-dir', '/layers'),
    read('analyzed-dir', '/var/analyzed'),
    read('detected-dir', '/var/detected'),
    read('project-metadata-dir', '/projectMetadata'),
    read('workspace-dir', '/workspace'),
    credentials(),
    written('report-dir', '/var/report'),
  ],
  rebase: [credentials(), written('report-dir', '/var/report')],
};

const KPACK_VOLUMES = new Set(['layers-dir', 'workspace-dir', 'platform-dir', 'home-dir', 'report-dir']);

const ADDED_VOLUMES = ['analyzed-dir', 'detected-dir', 'project-metadata-dir'];

const FILES: Readonly<Record<string, string>> = {
  '-analyzed=/layers/analyzed.toml': '-analyzed=/var/analyzed/analyzed.toml',
  '-group=/layers/group.toml': '-group=/var/detected/group.toml',
  '-plan=/layers/plan.toml': '-plan=/var/detected/plan.toml',
  '-project-metadata=/layers/project-metadata.toml': '-project-metadata=/projectMetadata/project-metadata.toml',
};

/** The difference in what volumes hold and who writes them. Last, because it replaces mounts that others change. */
export const PURPOSE_DIFFERENCES: readonly Difference[] = [
  {
    id: 'one-volume-for-one-purpose',
    reconcile: onKpack((kpack) => mapContainers({ ...kpack, volumes: volumes(kpack) }, byPurpose)),
  },
  {
    id: 'a-check-before-export',
    reconcile: onKpack((kpack) => {
      const { analyze, export: exporter } = kpack.containers;
      if (analyze === undefined || exporter === undefined) return kpack;
      const containers = { ...kpack.containers, export: checked(exporter, analyze) };
      return { ...kpack, volumes: { ...kpack.volumes, 'programs-dir': { emptyDir: {} } }, containers };
    }),
  },
];

function volumes(kpack: ComparedPod): ComparedPod['volumes'] {
  const added = ['credentials-dir', ...(isRebase(kpack) ? [] : ADDED_VOLUMES)];
  const kept = without(kpack.volumes, (name) => name === 'home-dir');
  return { ...kept, ...Object.fromEntries(added.map((name) => [name, { emptyDir: {} }])) };
}

function byPurpose(container: ComparedContainer, name: string): ComparedContainer {
  const own = container.volumeMounts.filter((mount) => !KPACK_VOLUMES.has(mount.name));
  const runsBuildpacks = name === 'detect' || name === 'build';
  const analyzed: readonly Env[] = [{ name: 'CNB_ANALYZED_PATH', value: '/var/analyzed/analyzed.toml' }];
  return {
    ...container,
    args: container.args.map((arg) => FILES[arg] ?? arg),
    env: [...container.env.map(withoutHome), ...(runsBuildpacks ? analyzed : [])],
    volumeMounts: [...(MOUNTS[name] ?? []), ...own],
  };
}

/** The check knows the same run image and previous image as the analyzer. */
function checked(exporter: ComparedContainer, analyze: ComparedContainer): ComparedContainer {
  const images = analyze.args.filter((arg) => /^-(?:run|previous)-image=/.test(arg));
  const index = exporter.volumeMounts.findIndex(({ name }) => name === 'report-dir');
  return {
    ...exporter,
    command: ['/var/taskpack/taskpack-export'],
    args: [...images, '--', ...exporter.command, ...exporter.args],
    volumeMounts: exporter.volumeMounts.toSpliced(index, 0, read('programs-dir', '/var/taskpack')),
  };
}

function withoutHome(variable: Env): Env {
  return variable.name === 'HOME' ? { name: 'DOCKER_CONFIG', value: '/var/credentials' } : variable;
}

function written(name: string, mountPath: string): Mount {
  return { name, mountPath };
}

function read(name: string, mountPath: string): Mount {
  return { name, mountPath, readOnly: true };
}

function credentials(): Mount {
  return read('credentials-dir', '/var/credentials');
}
