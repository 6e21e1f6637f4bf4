import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Image } from '../../../src/core/oci/image.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

interface BuilderInputs {
  /** The program. */
  readonly pack: string;
  readonly lifecycle: Image;
  readonly tag: string;
}

/** The inputs of `pack builder create`, and the tag that it pushes. */
export interface PackedBuilder extends BuilderInputs {
  /** The part of builder.toml that names the build image and the run images. */
  readonly images: string;
}

const BUILDPACK = 'api = "0.10"\n[buildpack]\nid = "test/none"\nversion = "1.0.0"\n[[stacks]]\nid = "*"\n';

/** Pushes a builder as pack makes it, with a buildpack that does nothing. */
export function publishByPack({ images, ...inputs }: PackedBuilder): void {
  const workspace = makeWorkspace();
  try {
    workspace.write({
      'none/buildpack.toml': BUILDPACK,
      'none/bin/detect': '#!/bin/sh\n',
      'none/bin/build': '#!/bin/sh\n',
    });
    const toml = `[[buildpacks]]
uri = "none"
[[order]]
group = [{ id = "test/none", version = "1.0.0" }]
[[targets]]
os = "linux"
arch = "amd64"
${images}`;
    createByPack({ ...inputs, toml }, workspace);
  } finally {
    workspace.remove();
  }
}

/**
 * Pushes a builder as pack makes it of a builder.toml without the lifecycle. The workspace contains the buildpacks. pack needs no
 * daemon if it publishes.
 */
export function createByPack(
  { pack, lifecycle, toml, tag }: BuilderInputs & { readonly toml: string },
  workspace: Workspace,
): void {
  const at = (place: string): string => path.join(workspace.path, place);
  workspace.write({ 'builder.toml': `${toml}\n[lifecycle]\nuri = "lifecycle.tgz"\n` });
  // pack reads a release of the lifecycle, whose paths lack /cnb.
  const unpack = ['-xz', '-C', workspace.path];
  run('tar', unpack, { input: lifecycle.layers.at(-1)?.content });
  run('tar', ['-cz', '-f', at('lifecycle.tgz'), '-C', at('cnb'), 'lifecycle', 'lifecycle.toml']);
  const create = ['builder', 'create', tag, '--config', at('builder.toml'), '--publish', '--pull-policy', 'always'];
  run(pack, create, { env: { PATH: process.env['PATH'], HOME: workspace.path, PACK_HOME: at('pack') } });
}

function run(program: string, args: readonly string[], options: Parameters<typeof spawnSync>[2] = {}): void {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
}
