import { purl, spdxId } from './document.mjs';

/** Returns the SPDX packages of Debian packages, from their control files one after the other. */
export function debianPackages(controlFiles, suite) {
  return controlFiles
    .split(/^(?=Package: )/m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map((field) => fieldOf(text, field));
      return {
        name,
        SPDXID: spdxId('Debian', name, version),
        versionInfo: version,
        supplier: 'Organization: Debian',
        externalRefs: purl(
          `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=${suite}`,
        ),
      };
    });
}

function fieldOf(text, field) {
  const value = new RegExp(`^${field}: (.*)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`a Debian control file has no ${field}: ${text.slice(0, 100)}`);
  return value;
}
