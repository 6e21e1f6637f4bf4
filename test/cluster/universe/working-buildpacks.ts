import type { ComponentBuildpack, MetaBuildpack } from './buildpack-source.ts';
import { STACK } from './stack.ts';

/** Detects applications with a hello.txt. Creates a build, cache and launch layer with the web process. */
export function hello(version: string): ComponentBuildpack {
  return {
    kind: 'component',
    id: 'test/hello',
    version,
    stacks: [{ id: '*' }],
    detect: `[ -f hello.txt ] || exit 100
printf '[[provides]]\\nname = "hello"\\n[[requires]]\\nname = "hello"\\n' > "$CNB_BUILD_PLAN_PATH"`,
    build: `set -e
layer=$CNB_LAYERS_DIR/data
mkdir -p "$layer/bin"
printf '#!/bin/sh\\necho "hello $(cat hello.txt)"\\n' > "$layer/bin/say"
chmod 755 "$layer/bin/say"
printf '[types]\\nlaunch = true\\ncache = true\\nbuild = true\\n[metadata]\\nversion = "${version}"\\n' > "$layer.toml"
cat > "$CNB_LAYERS_DIR/launch.toml" <<'END'
[[processes]]
type = "web"
command = ["say"]
default = true
[[labels]]
key = "hello"
value = "${version}"
END`,
  };
}

/** Detects applications with an extra.txt. Builds nothing. */
export const EXTRA: ComponentBuildpack = {
  kind: 'component',
  id: 'test/extra',
  version: '1.0.0',
  stacks: [{ id: STACK.id, mixins: ['busybox'] }],
  detect: '[ -f extra.txt ] || exit 100',
  build: 'exit 0',
};

/** Detects every application. Prints the user, the environment and the certificates of buildpacks. */
export const ENVIRONMENT: ComponentBuildpack = {
  kind: 'component',
  id: 'test/environment',
  version: '1.0.0',
  api: '0.11',
  targets: [{ os: 'linux' }],
  detect: 'exit 0',
  build: `echo "user $(id -u):$(id -g)"
env | sort
for type in "$CNB_PLATFORM_DIR"/bindings/*/type; do
  [ "$(cat "$type" 2> /dev/null)" = ca-certificates ] || continue
  echo "certificates in \${type%/type}"
  cat "\${type%/type}"/*.crt
done`,
};

export const META: MetaBuildpack = {
  kind: 'meta',
  id: 'test/meta',
  version: '1.0.0',
  order: [
    {
      group: [
        { id: 'test/hello', version: '1.0.0' },
        { id: 'test/extra', version: '1.0.0', optional: true },
      ],
    },
  ],
};

/** A meta-buildpack that contains a meta-buildpack. */
export const NESTED: MetaBuildpack = {
  kind: 'meta',
  id: 'test/nested',
  version: '1.0.0',
  order: [
    {
      group: [
        { id: 'test/meta', version: '1.0.0' },
        { id: 'test/environment', version: '1.0.0' },
      ],
    },
  ],
};

/** A meta-buildpack whose child is in another package. */
export const APART: MetaBuildpack = {
  kind: 'meta',
  id: 'test/apart',
  version: '1.0.0',
  order: [{ group: [{ id: 'test/hello', version: '1.1.0' }] }],
};
