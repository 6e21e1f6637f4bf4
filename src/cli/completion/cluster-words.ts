import type { ClusterFlags } from '../options.ts';

const OPTIONS = {
  namespace: /^(?:--namespace(?:=|$)|-n=?)(?<value>.*)$/,
  kubeconfig: /^--kubeconfig(?:=|$)(?<value>.*)$/,
  context: /^--context(?:=|$)(?<value>.*)$/,
} as const;

/** Returns the options that select a cluster and a namespace from the words of an unfinished command line. */
export function clusterWords(words: readonly string[]): ClusterFlags & { readonly namespace?: string } {
  // Bash makes a word of its own of an equals sign.
  const given = words.filter((word) => word !== '=');
  const found = Object.entries(OPTIONS).flatMap(([name, pattern]) => {
    const place = given.findLastIndex((word) => pattern.test(word));
    const value = pattern.exec(given[place] ?? '')?.groups?.['value'] || given[place + 1];
    return place < 0 || value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}
