/** The versions of Tekton that the bed can run, oldest first. The last one is the default. */
export const TEKTON_VERSIONS = ['0.44.0', '0.46.0', '0.53.0', '1.0.0', '1.6.0', '1.12.0', '1.15.0'] as const;

export type TektonVersion = (typeof TEKTON_VERSIONS)[number];

export const NEWEST_TEKTON = '1.15.0' satisfies TektonVersion;

/** The environment variable that names the Tekton of a run of tests. */
const TEKTON_VARIABLE = 'TEST_BED_TEKTON';

/** Returns the Tekton that the environment names. Throws a sentence for a version that the bed cannot run. */
export function tektonOfEnvironment(environment: Readonly<Record<string, string | undefined>>): TektonVersion {
  return parseTektonVersion(environment[TEKTON_VARIABLE] ?? NEWEST_TEKTON);
}

/** Returns the version of that name. Throws a sentence for a version that the bed cannot run. */
export function parseTektonVersion(text: string): TektonVersion {
  const version = TEKTON_VERSIONS.find((one) => one === text);
  if (version === undefined) throw new Error(`the bed has no Tekton ${text}: use ${TEKTON_VERSIONS.join(', ')}`);
  return version;
}
