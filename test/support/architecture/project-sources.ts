import path from 'node:path';
import { projectFiles } from './project-files.ts';
import { readModule } from './read-module.ts';

export const ROOT = path.join(import.meta.dirname, '../../..');

/** The path and text of every source file. */
export const FILES = projectFiles(ROOT, ['src', 'translators']);

/** The same files as modules. Several test files check these modules, and parsing takes seconds. */
export const SOURCES = FILES.map(([file, text]) => readModule(file, text));
