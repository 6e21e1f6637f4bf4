import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { broughtBy } from '../dependencies/lock-file.mjs';
import { ROOT } from '../root.mjs';
import { purl, spdxDocument } from '../sbom/document.mjs';
import { goModules } from '../sbom/go-modules.mjs';
import { npmPackages } from '../sbom/npm-packages.mjs';

/**
 * Returns the bills of materials of the images and of the npm package with the command, by name: a subject and its packages.
 * `bundled` has the folders of the bundled packages, `base` the SPDX packages of the base image, and `programs` is the folder of the
 * static programs.
 */
export function imageBoms(images, { version, bundled, base, programs }) {
  const [waiter, exportGuard] = ['taskpack-entrypoint', 'taskpack-export'].map((name) => path.join(programs, name));
  const contents = {
    steps: () => [...base, ...npmPackages(bundled.steps), ...goModules([waiter, exportGuard])],
    entrypoint: () => goModules([waiter]),
  };
  const boms = images.map(({ name, image }) => [
    name,
    { subject: imageSubject(name, image, version), packages: contents[name]() },
  ]);
  return new Map([...boms, ['taskpack', commandBom(version, bundled.command)]]);
}

/** Returns the bill of materials of the npm package: the packages in its bundle, and those that npm installs beside it. */
export function commandBom(version, bundled) {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const names = Object.keys(packages[''].dependencies);
  const installed = [...names, ...names.flatMap((name) => broughtBy(packages, name).map((one) => one.name))];
  const subject = {
    name: 'taskpack',
    versionInfo: version,
    licenseDeclared: 'Apache-2.0',
    primaryPackagePurpose: 'APPLICATION',
    externalRefs: purl(`pkg:npm/taskpack@${version}`),
  };
  return { subject, packages: npmPackages([...bundled, ...installed.map((name) => `node_modules/${name}`)]) };
}

/** Returns the SPDX documents of bills of materials, by name. */
export function spdxDocuments(boms) {
  return new Map([...boms].map(([name, { subject, packages }]) => [name, spdxDocument(subject, packages)]));
}

/** Writes the documents as `NAME.spdx.json` and returns their paths. */
export function writeSboms(documents, folder) {
  mkdirSync(folder, { recursive: true });
  return [...documents].map(([name, text]) => {
    const file = path.join(folder, `${name}.spdx.json`);
    writeFileSync(file, text);
    return file;
  });
}

/** Returns the subject of an image's bill of materials. */
export function imageSubject(name, { manifest: { digest } }, version) {
  return {
    name,
    versionInfo: version,
    licenseDeclared: 'Apache-2.0',
    primaryPackagePurpose: 'CONTAINER',
    checksums: [{ algorithm: 'SHA256', checksumValue: digest.replace('sha256:', '') }],
    externalRefs: purl(`pkg:oci/${name.split('/').at(-1)}@${encodeURIComponent(digest)}`),
  };
}
