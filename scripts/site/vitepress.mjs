import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const FOLDER = import.meta.dirname;
const PROGRAM = path.join(FOLDER, 'node_modules/vitepress/bin/vitepress.js');

/** Installs VitePress, which no other command needs, in this folder. */
export function ensureVitepress() {
  if (existsSync(PROGRAM)) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: ['ignore', 2, 2] });
}

/** Runs VitePress on the pages of a version. `build` writes the site to `output`; `dev` serves it until Ctrl-C. */
export function vitepress(command, { base, revision, pages, versions }, output) {
  const env = {
    ...process.env,
    TASKPACK_DOCS_SOURCE: pages,
    TASKPACK_DOCS_BASE: base,
    TASKPACK_DOCS_REVISION: revision,
    TASKPACK_DOCS_VERSIONS: JSON.stringify(versions),
  };
  const to = output === undefined ? [] : ['--outDir', output];
  execFileSync(process.execPath, [PROGRAM, command, FOLDER, ...to], { env, stdio: 'inherit' });
}
