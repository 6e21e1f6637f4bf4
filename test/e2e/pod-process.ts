import { readdirSync, readFileSync } from 'node:fs';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { until } from '../cluster/processes/until.ts';

/** The process of a pod on the node whose command line has these words, by the pod in its cgroup; waits for it. */
export function processOf({ metadata }: KubernetesObject, words: readonly string[]): Promise<number> {
  return until(`a process ${words.join(' ')} of pod ${metadata.name}`, async () => {
    const pid = readdirSync('/proc').find(
      (name) =>
        /^\d+$/.test(name) &&
        `\0${read(`/proc/${name}/cmdline`)}`.includes(`\0${words.join('\0')}\0`) &&
        read(`/proc/${name}/cgroup`).includes(metadata.uid ?? 'no pod'),
    );
    return pid === undefined ? undefined : Number(pid);
  });
}

/** Of a process that has just ended: nothing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
