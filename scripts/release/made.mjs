import { nodePackage } from '../images/debian-base.mjs';
import { releaseNode } from '../images/node-binaries.mjs';
import { nodeBase, platformImages } from '../images/platform-images.mjs';
import { npmPackages } from '../sbom/npm-packages.mjs';
import { IMAGE_NAMES } from '../images/platform-images.mjs';
import { assembled } from './assembled.mjs';
import { buildExecutables } from './executables.mjs';
import { npmPackage } from './npm-package.mjs';

const ARCHITECTURES = ['amd64', 'arm64'];

/** Builds all parts of a release and returns its files and images. `progress` gets a line before each part. */
export async function made({ version, commit, registry, repository }, progress) {
  const platforms = [];
  for (const architecture of ARCHITECTURES) {
    progress(`images for linux/${architecture}`);
    const node = releaseNode(architecture);
    const base = nodeBase(architecture, node);
    platforms.push({
      architecture,
      node,
      command: base.node,
      ...(await platformImages({ architecture, version, base })),
    });
  }
  progress('npm package');
  const tarball = await npmPackage();
  progress('executables');
  const { executables, bundled } = await buildExecutables(version, platforms);
  const [{ node, boms }] = platforms;
  return assembled({
    version,
    commit,
    registry,
    repository,
    node: node.version,
    images: IMAGE_NAMES.map((name) => ({
      name,
      platforms: platforms.map((platform) => platformImage(platform, name)),
    })),
    npm: { tarball, bom: boms.get('taskpack') },
    executables: executables.map((executable, index) => ({
      ...executable,
      bom: executableBom(version, platforms[index], bundled),
    })),
  });
}

function platformImage({ images, boms }, name) {
  return { image: images.find((one) => one.name === name).image, bom: boms.get(name) };
}

/** An executable contains Node and the bundled packages. */
function executableBom(versionInfo, { architecture, node }, bundled) {
  const subject = {
    name: `taskpack-linux-${architecture}`,
    versionInfo,
    licenseDeclared: 'Apache-2.0',
    primaryPackagePurpose: 'APPLICATION',
  };
  return { subject, packages: [nodePackage(node), ...npmPackages(bundled)] };
}
