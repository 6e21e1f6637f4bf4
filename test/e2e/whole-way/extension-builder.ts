import type { Registry } from '../../cluster/registry/registry.ts';
import { file, pushChangedBuilder } from '../hostile/changed-builder.ts';

/** The image extension of the builder. */
const EXTENSION = { id: 'test/extension', version: '1.0.0' } as const;

const FOLDER = `/cnb/extensions/test_extension/${EXTENSION.version}`;

/** Copies the Dockerfiles from the variables `build` and `run` of the Build. Fails if an extension can write the file that export reads. */
const GENERATE = `#!/bin/sh
set -eu
for kind in build run; do
  if [ -e "$CNB_PLATFORM_DIR/env/$kind" ]; then cp "$CNB_PLATFORM_DIR/env/$kind" "$CNB_OUTPUT_DIR/$kind.Dockerfile"; fi
done
if { echo stolen > /var/analyzed/analyzed.toml; } 2> /dev/null; then exit 99; fi
`;

const ORDER = `[[order]]
[[order.group]]
id = "test/hello"
version = "2.0.0-rc.1"
[[order.group]]
id = "test/environment"
version = "1.0.0"
[[order.group]]
id = "test/tool"
version = "1.0.0"
[[order-extensions]]
[[order-extensions.group]]
id = "${EXTENSION.id}"
version = "${EXTENSION.version}"
`;

/** Says what an image extension has installed, and which privileges a buildpack has. */
const TOOL_BUILD = `#!/bin/sh
set -eu
echo "tool: $(tool 2> /dev/null || echo none)"
echo "user $(id -u):$(id -g), $(grep CapEff /proc/self/status)"
`;

const TOOL = [
  file('/cnb/buildpacks/test_tool/1.0.0/buildpack.toml', buildpackToml()),
  file('/cnb/buildpacks/test_tool/1.0.0/bin/detect', '#!/bin/sh\nexit 0\n', 0o755),
  file('/cnb/buildpacks/test_tool/1.0.0/bin/build', TOOL_BUILD, 0o755),
];

function buildpackToml(): string {
  return 'api = "0.10"\n[buildpack]\nid = "test/tool"\nversion = "1.0.0"\n[[targets]]\nos = "linux"\n';
}

/** Adds an image extension to a builder image, which generates the Dockerfiles that the Build names. */
export async function pushExtensionBuilder(registry: Registry, builder: string, name: string): Promise<string> {
  return pushChangedBuilder(registry, builder, {
    name,
    entries: [
      file('/cnb/order.toml', ORDER),
      file(
        `${FOLDER}/extension.toml`,
        `api = "0.10"\n[extension]\nid = "${EXTENSION.id}"\nversion = "${EXTENSION.version}"\n`,
      ),
      ...TOOL,
      file(`${FOLDER}/bin/detect`, '#!/bin/sh\nexit 0\n', 0o755),
      file(`${FOLDER}/bin/generate`, GENERATE, 0o755),
    ],
    labels: { 'io.buildpacks.buildpack.order-extensions': JSON.stringify([{ group: [EXTENSION] }]) },
  });
}
