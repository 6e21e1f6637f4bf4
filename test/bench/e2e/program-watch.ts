import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** When a container's own program ran, in milliseconds of `performance.now()`. */
export interface ProgramTime {
  readonly start: number;
  readonly end: number;
}

/** How often is looked, in milliseconds: the times are as exact. */
const INTERVAL = 10;

/** Where a kubelet of the bed has the cgroups of pods (test/cluster/node/enclosure.sh); the first is of cgroup v2. */
const ROOTS = ['/sys/fs/cgroup/taskpack-bed/kubepods', '/sys/fs/cgroup/pids/taskpack-bed/kubepods'];
const QUALITIES = ['', 'besteffort', 'burstable'];

/** Programs that wait for the turn of a container's own: ours, kpack's and Tekton's; and what starts containers. */
const OTHERS: ReadonlySet<string> = new Set(['', 'taskpack-entrypoint', 'build-waiter', 'entrypoint', 'crun', 'pause']);

/** What was seen so far, by the ids of containers. */
export interface ProgramWatch {
  readonly times: ReadonlyMap<string, ProgramTime>;
  readonly stop: () => void;
}

/**
 * Looks at the processes of all containers, because statuses have whole seconds, and say nothing of what waits in a
 * container that has started.
 */
export function watchPrograms(): ProgramWatch {
  const times = new Map<string, ProgramTime>();
  const root = ROOTS.find((one) => existsSync(one)) ?? '';
  const look = (): void => {
    const now = performance.now();
    for (const container of containersIn(root)) {
      if (!runsItsOwn(container)) continue;
      const id = path.basename(container);
      times.set(id, { start: times.get(id)?.start ?? now, end: now + INTERVAL });
    }
  };
  const timer = setInterval(look, INTERVAL);
  return { times, stop: () => clearInterval(timer) };
}

function containersIn(root: string): readonly string[] {
  const pods = QUALITIES.flatMap((quality) => below(path.join(root, quality), 'pod'));
  return pods.flatMap((pod) => below(pod, ''));
}

function below(folder: string, prefix: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix));
    return folders.map(({ name }) => path.join(folder, name));
  } catch {
    // It has gone meanwhile.
    return [];
  }
}

function runsItsOwn(container: string): boolean {
  const pids = read(path.join(container, 'cgroup.procs')).split('\n');
  return pids.some((pid) => pid !== '' && !OTHERS.has(programOf(pid)));
}

/** What a process was started as; nothing of one that has ended. */
function programOf(pid: string): string {
  const [command = ''] = read(`/proc/${pid}/cmdline`).split('\0');
  return path.basename(command);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
