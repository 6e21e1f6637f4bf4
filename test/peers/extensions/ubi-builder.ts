import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { file, pushChangedBuilder } from '../../e2e/hostile/changed-builder.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { checkedOut, go } from '../builders/vendor-programs.ts';

const SOURCE = {
  repository: 'paketo-buildpacks/ubi-nodejs-extension',
  commit: 'cddefff393ac06ef43f4952541f64667c52f729e',
};

/** A module of the extension, from its repository: the version that the extension names is not in every proxy of Go modules. */
const LIBRARY = {
  repository: 'paketo-buildpacks/libnodejs',
  commit: '9739925415b6af0a034f5f88216e5cee07e13d25',
};

const EXTENSION = { id: SOURCE.repository, version: '0.0.1' } as const;

const FOLDER = `/cnb/extensions/paketo-buildpacks_ubi-nodejs-extension/${EXTENSION.version}`;

/** The names of the extension's one program. */
const PROGRAMS = ['detect', 'generate'];

/**
 * Stands for the package manager of UBI and its repositories. It installs as root what such packages have: a program, a user of its
 * own, files with another owner, and a program that runs as its owner.
 */
const PACKAGE_MANAGER = `#!/bin/sh
set -eu
case " $* " in
  *" install "*)
    echo "installs as $(id -u): $*"
    echo 'nodejs:x:4321:4321::/:/bin/sh' >> /etc/passwd
    printf '#!/bin/sh\\necho v22.0.0\\n' > /bin/node
    mkdir -p /opt/nodejs
    echo 'of the package' > /opt/nodejs/owned
    chmod 4755 /bin/node
    chown -R 4321:4321 /opt/nodejs;;
  *) echo "does nothing for: $*";;
esac
`;

/** Asks for Node.js, and shows that the package is there and that root is gone. */
const NODE = {
  detect: '#!/bin/sh\nprintf \'[[requires]]\\nname = "node"\\n\' >> "$CNB_BUILD_PLAN_PATH"\n',
  build: `#!/bin/sh
set -eu
echo "node $(node) as $(id -u), $(grep CapEff /proc/self/status)"
mkdir -p "$CNB_LAYERS_DIR/node"
cp /bin/node "$CNB_LAYERS_DIR/node/node"
printf '[types]\\nlaunch = true\\n' > "$CNB_LAYERS_DIR/node.toml"
`,
};

/** Adds Paketo's extension for Node.js on UBI, as compiled from its sources, and a buildpack that needs Node.js. */
export async function pushUbiBuilder(registry: Registry, builder: string): Promise<string> {
  const { descriptor, program } = await compileExtension();
  return pushChangedBuilder(registry, builder, {
    name: 'ubi',
    entries: [
      file('/cnb/order.toml', ORDER),
      file('/bin/microdnf', PACKAGE_MANAGER, 0o755),
      file(
        '/etc/buildpacks/images.json',
        JSON.stringify({ images: [{ name: 'nodejs-22', is_default_run_image: true }] }),
      ),
      file(
        `${FOLDER}/extension.toml`,
        descriptor.replace('[extension]\n', `[extension]\nversion = "${EXTENSION.version}"\n`),
      ),
      file(`${FOLDER}/bin/run`, program, 0o755),
      ...PROGRAMS.map((name): TarEntry => ({ path: `${FOLDER}/bin/${name}`, kind: 'symlink', target: 'run' })),
      file('/cnb/buildpacks/test_node/1.0.0/buildpack.toml', BUILDPACK),
      file('/cnb/buildpacks/test_node/1.0.0/bin/detect', NODE.detect, 0o755),
      file('/cnb/buildpacks/test_node/1.0.0/bin/build', NODE.build, 0o755),
    ],
    labels: { 'io.buildpacks.buildpack.order-extensions': JSON.stringify([{ group: [EXTENSION] }]) },
    env: ['CNB_STACK_ID=io.buildpacks.stacks.ubi9'],
  });
}

const BUILDPACK = 'api = "0.10"\n[buildpack]\nid = "test/node"\nversion = "1.0.0"\n[[targets]]\nos = "linux"\n';

const ORDER = `[[order]]
[[order.group]]
id = "test/node"
version = "1.0.0"
[[order-extensions]]
[[order-extensions.group]]
id = "${EXTENSION.id}"
version = "${EXTENSION.version}"
`;

/** Returns the program of the extension, and its extension.toml. */
async function compileExtension(): Promise<{ readonly program: Buffer; readonly descriptor: string }> {
  const [checkout, library] = await Promise.all([checkedOut(SOURCE), checkedOut(LIBRARY)]);
  const replace = `-replace=github.com/${LIBRARY.repository}=${library}`;
  await promisify(execFile)('go', ['mod', 'edit', replace], { cwd: checkout });
  const workspace = makeWorkspace();
  try {
    const output = path.join(workspace.path, 'run');
    await go(checkout, ['-ldflags', '-s -w', '-o', output, './run']);
    const descriptor = readFileSync(path.join(checkout, 'extension.toml'), 'utf8');
    return { program: readFileSync(output), descriptor };
  } finally {
    workspace.remove();
  }
}
