import { tarball } from '../../scripts/release/archives.mjs';
import type { Bom, ReleaseInputs, SpdxPackage } from '../../scripts/release/assemble-release.mjs';
import { makeImage, type Image } from '../../src/core/oci/image.ts';
import { makeLayer } from '../../src/core/oci/layer.ts';
import { VERSION } from '../../src/core/settings/version.ts';

const ARCHITECTURES = ['amd64', 'arm64'];

/** The clone that the small release is made from. */
const CLONE = { commit: 'c'.repeat(40), repository: 'https://example.com/taskpack', node: '20.20.2' };

/** Returns what a release is assembled from: its images and executables hold a few bytes. */
export function smallInputs(registry: string): ReleaseInputs {
  return {
    version: VERSION,
    kind: 'release',
    registry,
    ...CLONE,
    images: ['steps', 'entrypoint'].map((name) => ({
      name,
      platforms: ARCHITECTURES.map((architecture) => {
        const image = smallImage(name, architecture);
        return { image, bom: imageBom(name, architecture, image) };
      }),
    })),
    npm: {
      tarball: archiveOf('package/package.json', '{}'),
      bom: { subject: subject('taskpack'), packages: [UNDICI] },
    },
    executables: ARCHITECTURES.map((architecture) => ({
      architecture,
      archive: archiveOf('taskpack', architecture),
      bom: { subject: subject(`taskpack-linux-${architecture}`), packages: [UNDICI] },
    })),
  };
}

function archiveOf(file: string, content: string): Buffer {
  return tarball([{ path: file, content: Buffer.from(content) }]);
}

const UNDICI: SpdxPackage = {
  name: 'undici',
  SPDXID: 'SPDXRef-Package-undici-7.0.0',
  versionInfo: '7.0.0',
  licenseDeclared: 'MIT',
  externalRefs: purl('pkg:npm/undici@7.0.0'),
};

function smallImage(name: string, architecture: string): Image {
  const layer = makeLayer([{ path: `./${name}`, kind: 'file', content: architecture }]);
  return makeImage({ config: { architecture, os: 'linux' }, layers: [layer] });
}

function imageBom(name: string, architecture: string, { manifest }: Image): Bom {
  const git = {
    name: 'git',
    SPDXID: 'SPDXRef-Debian-git-1-2.39',
    versionInfo: '1:2.39',
    supplier: 'Organization: Debian',
    externalRefs: purl(`pkg:deb/debian/git@1%3A2.39?arch=${architecture}&distro=bookworm`),
  };
  const checksumValue = manifest.digest.replace('sha256:', '');
  return {
    subject: { ...subject(name), checksums: [{ algorithm: 'SHA256', checksumValue }] },
    packages: [git, UNDICI],
  };
}

function subject(name: string): SpdxPackage {
  return { name, versionInfo: VERSION, licenseDeclared: 'Apache-2.0', primaryPackagePurpose: 'APPLICATION' };
}

function purl(referenceLocator: string): readonly object[] {
  return [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator }];
}
