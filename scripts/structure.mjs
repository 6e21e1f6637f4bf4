// npm run structure: prints how large the code is, and how much of it has one user: structure.mjs [FOLDER]
// FOLDER is a checkout of another commit.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from './root.mjs';
import { figuresText } from './structure/figures.mjs';

const folder = process.argv[2] ?? ROOT;
if (existsSync(join(folder, 'src'))) {
  console.log(figuresText(folder));
} else {
  console.error(`error: ${folder} is not a checkout of taskpack: the folder src is missing`);
  process.exitCode = 2;
}
