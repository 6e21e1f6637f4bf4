import { execFileSync } from 'node:child_process';
import { ROOT } from '../root.mjs';

/**
 * Returns the SPDX packages of npm packages, given by their folders below the project. npm reads them from
 * package-lock.json. Throws if npm does not list one.
 */
export function npmPackages(places) {
  const listed = new Map(npmSbom().packages.map((one) => [one.packageFileName, one]));
  return [...new Set(places)].map((place) => {
    const found = listed.get(place);
    if (found === undefined) throw new Error(`npm sbom does not list ${place}: run npm ci`);
    const { packageFileName: _, homepage, ...rest } = found;
    return { ...rest, ...(homepage !== 'NOASSERTION' && { homepage }), SPDXID: idOf(rest, place) };
  });
}

/** Two copies of a package can have the same version, at different places. */
function idOf({ SPDXID }, place) {
  const nested = place.split('node_modules/').slice(1, -1);
  return nested.length === 0 ? SPDXID : `${SPDXID}-in-${nested.join('-').replaceAll(/[^A-Za-z0-9.-]/g, '-')}`;
}

function npmSbom() {
  const { npm_execpath: npm } = process.env;
  const [command, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const options = ['sbom', '--sbom-format', 'spdx', '--package-lock-only'];
  const json = execFileSync(command, [...args, ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(json);
}
