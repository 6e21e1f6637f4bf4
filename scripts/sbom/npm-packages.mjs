import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.mjs';
import { ROOT } from '../root.mjs';

/**
 * Returns the SPDX packages of npm packages, given by their folders below the project. npm reads them from
 * package-lock.json. Throws if npm does not list one.
 */
export function npmPackages(places) {
  const packages = npmSbom().packages;
  return [...new Set(places.map((place) => listed(packages, place)))].map(({ packageFileName, homepage, ...rest }) => ({
    ...rest,
    ...(homepage !== 'NOASSERTION' && { homepage }),
    SPDXID: idOf(rest, packageFileName),
  }));
}

/** npm lists only one of several folders with the same version of a package. */
function listed(packages, place) {
  const inPlace = packages.find(({ packageFileName }) => packageFileName === place);
  if (inPlace !== undefined) return inPlace;
  const { name, version } = JSON.parse(readFileSync(join(ROOT, place, 'package.json'), 'utf8'));
  const same = packages.find((one) => one.name === name && one.versionInfo === version);
  if (same === undefined) throw new Error(`npm sbom does not list ${place}: run npm ci`);
  return same;
}

/** Two copies of a package can have the same version, at different places. */
function idOf({ SPDXID }, place) {
  const nested = place.split('node_modules/').slice(1, -1);
  return nested.length === 0 ? SPDXID : `${SPDXID}-in-${nested.join('-').replaceAll(/[^A-Za-z0-9.-]/g, '-')}`;
}

function npmSbom() {
  return JSON.parse(npm(['sbom', '--sbom-format', 'spdx', '--package-lock-only']));
}
