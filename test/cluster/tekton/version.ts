import { TEKTON, testedVersions } from '../../../src/core/model/program-versions.ts';

/** The versions of Tekton that have a folder of their own with a go.mod. */
export type OtherTekton = (typeof TEKTON.alsoTested)[number];

export type TektonVersion = OtherTekton | typeof TEKTON.tested;

/** The versions of Tekton that the bed can run, oldest first. */
export const TEKTON_VERSIONS = testedVersions<TektonVersion>(TEKTON);

/** The environment variable that names the Tekton of a run of tests. */
const TEKTON_VARIABLE = 'TEST_BED_TEKTON';

/** Returns the Tekton that the environment names. Throws a sentence for a version that the bed cannot run. */
export function tektonOfEnvironment(environment: Readonly<Record<string, string | undefined>>): TektonVersion {
  return parseTektonVersion(environment[TEKTON_VARIABLE] ?? TEKTON.tested);
}

/** Returns the version of that name. Throws a sentence for a version that the bed cannot run. */
export function parseTektonVersion(text: string): TektonVersion {
  const version = TEKTON_VERSIONS.find((one) => one === text);
  if (version === undefined) throw new Error(`the bed has no Tekton ${text}: use ${TEKTON_VERSIONS.join(', ')}`);
  return version;
}
