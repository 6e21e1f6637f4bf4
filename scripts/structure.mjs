// npm run structure: prints how large the code is, and how much of it has one user: structure.mjs [FOLDER]
// FOLDER is the work tree of another commit.
import process from 'node:process';
import { ROOT } from './root.mjs';
import { figuresText } from './structure/figures.mjs';

console.log(figuresText(process.argv[2] ?? ROOT));
