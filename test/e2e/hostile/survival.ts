import { GOES_ON } from './hostile-buildpack.ts';

/**
 * Returns the milliseconds for which a buildpack went on after it had ended its waiter, by the log of the Build, or undefined
 * if no buildpack tried. The kernel counts in steps of 10 ms. The container runtime can lose the last lines.
 */
export function survivalMs(logs: string): number | undefined {
  const seconds = [...logs.matchAll(new RegExp(`${GOES_ON} ([0-9.]+)`, 'g'))].map(([, text]) => Number(text));
  return seconds.length === 0 ? undefined : Math.round((Math.max(...seconds) - Math.min(...seconds)) * 1000);
}
