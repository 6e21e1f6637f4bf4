import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The start and end of a container's program, in milliseconds of `performance.now()`. */
export interface ProgramTime {
  readonly start: number;
  readonly end: number;
}

/** The polling interval in milliseconds, and so the precision of the times. */
const INTERVAL_MS = 10;

/** The directories of the Pods' cgroups (test/cluster/node/enclosure.sh). The first is for cgroup v2. */
const ROOTS = ['/sys/fs/cgroup/taskpack-bed/kubepods', '/sys/fs/cgroup/pids/taskpack-bed/kubepods'];
const QOS_CLASSES = ['', 'besteffort', 'burstable'];

/** Programs that run before a container's own: the waiters of taskpack, kpack and Tekton, and the container runtime. */
const OTHERS: ReadonlySet<string> = new Set(['', 'taskpack-entrypoint', 'build-waiter', 'entrypoint', 'crun', 'pause']);

/** The observed times, by container ID. */
export interface ProgramWatch {
  readonly times: ReadonlyMap<string, ProgramTime>;
  readonly stop: () => void;
}

/**
 * Polls the processes of all containers, because container statuses have whole seconds and do not show a waiter in a started container.
 */
export function watchPrograms(): ProgramWatch {
  const times = new Map<string, ProgramTime>();
  const root = ROOTS.find((one) => existsSync(one)) ?? '';
  const observe = (): void => {
    const now = performance.now();
    for (const container of containersIn(root)) {
      if (!runsItsOwn(container)) continue;
      const id = path.basename(container);
      times.set(id, { start: times.get(id)?.start ?? now, end: now + INTERVAL_MS });
    }
  };
  const timer = setInterval(observe, INTERVAL_MS);
  return { times, stop: () => clearInterval(timer) };
}

function containersIn(root: string): readonly string[] {
  const pods = QOS_CLASSES.flatMap((quality) => below(path.join(root, quality), 'pod'));
  return pods.flatMap((pod) => below(pod, ''));
}

function below(folder: string, prefix: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix));
    return folders.map(({ name }) => path.join(folder, name));
  } catch {
    // The cgroup has gone in the meantime.
    return [];
  }
}

function runsItsOwn(container: string): boolean {
  const pids = read(path.join(container, 'cgroup.procs')).split('\n');
  return pids.some((pid) => pid !== '' && !OTHERS.has(programOf(pid)));
}

/** Returns the program of a process, or an empty string if the process has ended. */
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
