// Writes the files that follow from others; with --check, only names those that do not, and fails if there are any.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliReference } from './cli-reference.mjs';
import { ROOT } from './root.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const GENERATED = {
  'src/settings/version.ts': () =>
    `/** taskpack's own version, which \`npm run generate\` takes from package.json. */\nexport const VERSION = '${version}';\n`,
  'docs/cli.md': cliReference,
};

const isCheck = process.argv.includes('--check');
for (const [path, generate] of Object.entries(GENERATED)) {
  const file = join(ROOT, path);
  const text = generate();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (isCheck) process.exitCode = 1;
  else writeFileSync(file, text);
  console.log(isCheck ? `${path} is out of date: npm run generate` : path);
}
