// npm run versions [-- --check]: the versions of other programs in src/core/model/program-versions.ts, and whether there are newer ones.
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { programVersions } from './program-versions.mjs';
import { require } from './typescript.mjs';
import { programTable } from './versions-reference.mjs';

const FILE = 'src/core/model/program-versions.ts';

const USAGE = `usage: npm run versions [-- --check]
Lists the versions of other programs in ${FILE}. With --check, asks the Go module proxy (GOPROXY of go env)
for versions that are newer than the newest one there. Exits with 1 if there are any, and with 2 if the proxy answers nothing.`;

const args = process.argv.slice(2);
if (args.some((argument) => argument !== '--check')) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  ensureDependencies();
  if (args.length === 0) process.stdout.write(programTable());
  else process.exitCode = await check();
}

async function check() {
  const { PROGRAM_VERSIONS } = programVersions();
  const counts = { same: 0, newer: 0, unserved: 0 };
  let refusal;
  for (const [name, program] of Object.entries(PROGRAM_VERSIONS)) {
    const { result, lines, error } = await compare(name, program);
    counts[result] += 1;
    refusal ??= error;
    for (const line of lines) console.log(line);
  }
  console.log(`${counts.same} without a newer version, ${counts.newer} newer, ${counts.unserved} not served`);
  if (counts.same + counts.newer === 0) console.error(`error: the proxy answered nothing: ${refusal}`);
  if (counts.newer > 0) console.log(`Record newer versions and the date in ${FILE}.`);
  return counts.newer > 0 ? 1 : counts.same > 0 ? 0 : 2;
}

/** Compares the newest version that the proxy serves with the recorded one: `same`, `newer`, or `unserved` with the proxy's error. */
async function compare(name, program) {
  const SemVer = require('semver/classes/semver.js');
  const { modulePath } = programVersions();
  const recorded = new SemVer(program.newest);
  // From 2 on, each major version is a module of its own.
  const next = `${Math.max(recorded.major + 1, 2)}.0.0`;
  const [own, major] = await Promise.all([program.newest, next].map((version) => ask(modulePath(program, version))));
  const versions = [...own.versions, ...major.versions].map((version) => new SemVer(version));
  // Commits without a tag have versions like those of prereleases.
  const released = versions.filter(({ prerelease }) => prerelease.length === 0 || recorded.prerelease.length > 0);
  const newest = released.toSorted((one, other) => one.compare(other)).at(-1);
  const lines = own.error === undefined ? [] : [`${name}: not served: the list of versions${latestText(own.versions)}`];
  if (newest === undefined) return { result: 'unserved', lines, error: own.error };
  if (newest.compare(recorded) <= 0) return { result: 'same', lines };
  return { result: 'newer', lines: [...lines, `${name}: ${newest} is newer than ${program.newest}`] };
}

function latestText([latest]) {
  return latest === undefined ? ', and the latest one' : `; the latest one is ${latest}`;
}

/** Returns the listed versions of a module, or the latest one if none is listed, and the error if the proxy refuses the list. */
async function ask(module) {
  const list = await go('-versions', '-f', '{{join .Versions " "}}', module);
  const versions = list.output.split(/\s+/).filter((version) => version !== '');
  if (versions.length > 0) return { versions };
  const latest = await go('-f', '{{.Version}}', `${module}@latest`);
  return { versions: latest.output.split(/\s+/).filter((version) => version !== ''), error: list.error };
}

/** Runs `go list -m`. The command itself knows GOPROXY and its fallbacks; GOVCS keeps it from asking a git server. */
async function go(...options) {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOWORK: 'off', GOVCS: '*:off' };
  try {
    const { stdout } = await promisify(execFile)('go', ['list', '-m', ...options], {
      cwd: tmpdir(),
      env,
      timeout: 60_000,
    });
    return { output: stdout };
  } catch (error) {
    return { output: '', error: (error.stderr ?? '').trim().split('\n').at(-1) || error.message };
  }
}
