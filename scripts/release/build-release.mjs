import { nodePackage } from '../images/debian-base.mjs';
import { releaseNode } from '../images/node-binaries.mjs';
import { IMAGE_NAMES, nodeBase, platformImages } from '../images/platform-images.mjs';
import { npmPackages } from '../sbom/npm-packages.mjs';
import { assembleRelease } from './assemble-release.mjs';
import { buildExecutables } from './executables.mjs';
import { ARCHITECTURES } from './image-index.mjs';
import { npmPackage } from './npm-package.mjs';

/**
 * Builds a release and returns its files and images. The facts are `version`, `kind`, `registry` and those of the clone. `progress` gets a line
 * before each step.
 */
export async function buildRelease(facts, progress) {
  const { version } = facts;
  const platforms = await builtPlatforms(version, progress);
  progress('npm package');
  const tarball = await npmPackage();
  progress('executables');
  const { executables, bundled } = await buildExecutables(version, platforms);
  return assembleRelease({
    ...facts,
    images: IMAGE_NAMES.map((name) => ({
      name,
      platforms: platforms.map((platform) => platformImage(platform, name)),
    })),
    npm: { tarball, bom: platforms[0].boms.get('taskpack') },
    executables: executables.map((executable, index) => ({
      ...executable,
      bom: executableBom(version, platforms[index], bundled),
    })),
  });
}

async function builtPlatforms(version, progress) {
  const platforms = [];
  for (const architecture of ARCHITECTURES) {
    progress(`images for linux/${architecture}`);
    const node = releaseNode(architecture);
    const base = nodeBase(architecture, node);
    const images = await platformImages({ architecture, version, base });
    platforms.push({ architecture, node, command: base.node, ...images });
  }
  return platforms;
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
