import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tarball } from '../../scripts/release/archives.mjs';
import type { Bom, ReleaseInputs, SpdxPackage } from '../../scripts/release/assemble-release.mjs';
import { makeImage, type Image } from '../../src/registry/image.ts';
import { makeLayer } from '../../src/registry/layer.ts';
import { VERSION } from '../../src/settings/version.ts';
import { ROOT } from './command.ts';

/** ELF's numbers of machines (e_machine). */
const MACHINES = { amd64: 0x3e, arm64: 0xb7 } as const;
type Architecture = keyof typeof MACHINES;
const ARCHITECTURES: readonly Architecture[] = ['amd64', 'arm64'];

/** The clone that the small release is made from. */
export const CLONE = { commit: 'c'.repeat(40), repository: 'https://example.com/taskpack', node: '20.20.2' };

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
    npm: { tarball: npmTarball(), bom: { subject: subject('taskpack'), packages: [UNDICI] } },
    executables: ARCHITECTURES.map((architecture) => ({
      architecture,
      archive: executableArchive(architecture),
      bom: { subject: subject(`taskpack-linux-${architecture}`), packages: [UNDICI] },
    })),
  };
}

/** Returns the archive of an executable. It holds the start of an ELF header. */
export function executableArchive(architecture: Architecture): Buffer {
  const content = Buffer.alloc(64);
  content.write('\u007FELF', 'latin1');
  content.writeUInt16LE(MACHINES[architecture], 18);
  return tarball([
    { path: 'taskpack', content, mode: 0o755 },
    { path: 'LICENSE', content: readFileSync(path.join(ROOT, 'LICENSE')) },
    ...['LICENSES.txt', 'NODE-LICENSE.txt'].map((name) => ({ path: name, content: Buffer.from(`${name}\n`) })),
  ]);
}

/** Returns the tarball of an npm package with the project's package.json, and more files. */
export function npmTarball(files: Readonly<Record<string, string>> = {}): Buffer {
  const packed = { 'package/package.json': readFileSync(path.join(ROOT, 'package.json')), ...files };
  return tarball(Object.entries(packed).map(([name, content]) => ({ path: name, content: Buffer.from(content) })));
}

const UNDICI: SpdxPackage = {
  name: 'undici',
  SPDXID: 'SPDXRef-Package-undici-7.0.0',
  versionInfo: '7.0.0',
  licenseDeclared: 'MIT',
  externalRefs: purl('pkg:npm/undici@7.0.0'),
};

function smallImage(name: string, architecture: Architecture): Image {
  const control = `Package: git\nVersion: 1:2.39\nArchitecture: ${architecture}\n`;
  const files = [{ path: './var/lib/dpkg/status.d/git', kind: 'file' as const, content: control }];
  return makeImage({
    config: {
      architecture,
      os: 'linux',
      config: { Labels: { 'org.opencontainers.image.version': VERSION, title: name } },
    },
    layers: [makeLayer(files)],
  });
}

function imageBom(name: string, architecture: Architecture, { manifest }: Image): Bom {
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
