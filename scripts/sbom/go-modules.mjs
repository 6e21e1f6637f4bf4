import { execFileSync } from 'node:child_process';
import { purl, spdxId } from './document.mjs';

/** Returns the SPDX packages of the modules in Go programs, and of Go's standard library, from their build information. */
export function goModules(programs) {
  const modules = programs.flatMap((program) =>
    modulesIn(execFileSync('go', ['version', '-m', program], { encoding: 'utf8' })),
  );
  return [...new Map(modules.map((one) => [one.SPDXID, one])).values()];
}

/** Parses the output of `go version -m`. */
export function modulesIn(text) {
  const go = /: go(\S+)$/m.exec(text)?.[1];
  if (go === undefined) throw new Error(`this is not the build information of a Go program: ${text.slice(0, 100)}`);
  const dependencies = [...text.matchAll(/^\tdep\t(\S+)\t(\S+)/gm)];
  return [
    modulePackage('stdlib', go, { licenseDeclared: 'BSD-3-Clause', downloadLocation: 'https://go.dev/dl/' }),
    ...dependencies.map(([, name, version]) => modulePackage(name, version)),
  ];
}

function modulePackage(name, versionInfo, rest = {}) {
  const externalRefs = purl(`pkg:golang/${name}@${versionInfo}`);
  return { name, SPDXID: spdxId('Go', name, versionInfo), versionInfo, ...rest, externalRefs };
}
