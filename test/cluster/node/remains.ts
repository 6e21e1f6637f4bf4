import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Names of the pairs of interfaces that lead into network namespaces. */
export function virtualInterfaces(): readonly string[] {
  const lines = execFileSync('ip', ['-oneline', 'link', 'show', 'type', 'veth'], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => line.split(': ')[1] ?? []);
}

/** Returns the remains of a bed with a node on this machine, each in a few words. Returns none after a clean stop. */
export function remainsOf(folder: string, interfacesBefore: readonly string[]): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const interfaces = virtualInterfaces().filter((name) => !interfacesBefore.includes(name));
  return [
    ...pids.flatMap((pid) => processOf(pid, folder)),
    // Mounts of all namespaces. A network namespace without processes is a mount too.
    ...new Set(pids.flatMap((pid) => mountsOf(pid, folder))),
    ...interfaces.map((name) => `interface ${name}`),
    ...(existsSync('/sys/class/net/taskpack0') ? ['bridge taskpack0'] : []),
    ...cgroups().map((name) => `cgroup ${name}`),
    ...(existsSync(folder) ? [`folder ${folder}`] : []),
  ];
}

/** Identified by its command line or, in a Pod, by its cgroup. */
function processOf(pid: string, folder: string): readonly string[] {
  const commandLine = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  const isOurs = commandLine.includes(folder) || read(`/proc/${pid}/cgroup`).includes('/taskpack-bed/');
  return isOurs ? [`process ${pid} ${commandLine}`] : [];
}

function mountsOf(pid: string, folder: string): readonly string[] {
  const lines = read(`/proc/${pid}/mountinfo`).split('\n');
  const ours = lines.filter((line) => line.includes(folder) || line.includes(' taskpack-bed '));
  return ours.map((line) => `mount ${line.split(' ')[4] ?? ''}`);
}

function cgroups(): readonly string[] {
  const top = readdirSync('/sys/fs/cgroup').map((name) => `/sys/fs/cgroup/${name}/taskpack-bed`);
  return [...top, '/sys/fs/cgroup/taskpack-bed'].filter((folder) => existsSync(folder));
}

/** A process that has just ended has none. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
