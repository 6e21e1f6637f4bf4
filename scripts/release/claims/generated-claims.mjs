import { PROVENANCE } from '../file-names.mjs';
import { contentOf, readJsonFile } from '../json-file.mjs';
import { equal, equalText } from './equal.mjs';

/** Returns the claims on the files that follow from the release's facts: they have this content and no other. */
export function generatedClaims({ files, generated }) {
  const expected = JSON.parse(generated.get(PROVENANCE).toString());
  return [
    ...PROVENANCE_FIELDS.map(({ name, of }) => ({
      claim: `${name} of the provenance`,
      check: () => equal(of(readJsonFile(files, PROVENANCE)), of(expected), `the ${name}`),
    })),
    ...[...generated].map(([name, content]) => ({
      claim: `content of ${name}`,
      check: () => equalText(contentOf(files, name), content),
    })),
  ];
}

const PROVENANCE_FIELDS = [
  { name: 'commit', of: ({ buildDefinition }) => buildDefinition?.resolvedDependencies?.[0]?.digest?.gitCommit },
  { name: 'build type', of: ({ buildDefinition }) => buildDefinition?.buildType },
  { name: 'builder', of: ({ runDetails }) => runDetails?.builder?.id },
];
