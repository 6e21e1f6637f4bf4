import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Image } from '../../../src/core/oci/image.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

/** The contents of the directory: a builder and an application. */
export interface BuilderContent {
  readonly lifecycle: Image;
  readonly packages: readonly Image[];
  /** The only group of the order. For example `test/extra@1.0.0?`, which is optional. */
  readonly group: readonly string[];
  /** Files of the application. */
  readonly app?: readonly string[];
}

/** The exit code and output of a phase. */
export interface PhaseOutcome {
  readonly status: number | null;
  readonly output: string;
}

const WRITABLE = ['workspace', 'layers', 'tmp'];

/** Unpacks a builder into a new directory: the lifecycle's last layer, and all layers of the packages. */
export function unpackBuilder({ lifecycle, packages, group, app = [] }: BuilderContent): Workspace {
  const workspace = makeWorkspace();
  // Phases may run as another user than the test.
  chmodSync(workspace.path, 0o755);
  for (const layer of [...lifecycle.layers.slice(-1), ...packages.flatMap(({ layers }) => layers)]) {
    unpack(layer.content, workspace.path);
  }
  for (const folder of WRITABLE) {
    mkdirSync(path.join(workspace.path, folder));
    chmodSync(path.join(workspace.path, folder), 0o777);
  }
  workspace.write({ 'order.toml': orderToml(group) });
  workspace.write(Object.fromEntries(app.map((file) => [`workspace/${file}`, 'world\n'])));
  return workspace;
}

/** Runs a program of the lifecycle that needs no registry. Never runs as root, which the lifecycle rejects. */
export function runPhase(builder: Workspace, name: 'detector' | 'builder', platformApi = '0.14'): PhaseOutcome {
  const at = (place: string): string => path.join(builder.path, place);
  const order = name === 'detector' ? ['-order', at('order.toml')] : [];
  const places = ['-app', at('workspace'), '-buildpacks', at('cnb/buildpacks'), '-layers', at('layers')];
  const { status, stdout, stderr } = spawnSync(at(`cnb/lifecycle/${name}`), [...places, ...order], {
    ...(process.getuid?.() === 0 && { uid: 1000, gid: 1000 }),
    env: {
      PATH: process.env['PATH'],
      CNB_PLATFORM_API: platformApi,
      CNB_EXTENSIONS_DIR: at('cnb/extensions'),
      TMPDIR: at('tmp'),
      CNB_NO_COLOR: 'true',
    },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

/** Removes the leading slash of paths in layers, as tar does. */
function unpack(content: Uint8Array | undefined, folder: string): void {
  if (content === undefined) throw new Error('every layer of the universe is at hand');
  const { status, stderr } = spawnSync('tar', ['-xz', '-C', folder], { input: content, encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
}

function orderToml(group: readonly string[]): string {
  const entries = group.map((entry) => {
    const [id = '', version = ''] = entry.replace('?', '').split('@');
    return `[[order.group]]\nid = "${id}"\nversion = "${version}"\noptional = ${entry.endsWith('?')}\n`;
  });
  return `[[order]]\n${entries.join('')}`;
}
