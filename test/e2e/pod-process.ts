import { readdirSync, readFileSync } from 'node:fs';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { until } from '../cluster/processes/until.ts';

/** Waits for the process of a Pod whose command line has these words. The cgroup identifies the Pod. */
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

/** Returns an empty text for a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
