// Writes tasks/catalog-tasks.json: parameters, workspaces and results of the catalog Tasks that taskpack's Tasks replace.
// Its argument is the git directory of a clone of github.com/tektoncd/catalog; HEAD is read.
import { load } from 'js-yaml';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from './root.mjs';

const FILES = [
  'task/buildpacks/0.6/buildpacks.yaml',
  'task/buildpacks-phases/0.3/buildpacks-phases.yaml',
  'task/git-clone/0.10/git-clone.yaml',
];

const [gitDir] = process.argv.slice(2);
if (gitDir === undefined) throw new Error('usage: node scripts/catalog-tasks.mjs GIT_DIRECTORY_OF_THE_CATALOG');
const git = (...args) => execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8' });

const catalog = {
  repository: 'https://github.com/tektoncd/catalog',
  commit: git('rev-parse', 'HEAD').trim(),
  tasks: FILES.map((path) => ({ path, ...interfaceOf(load(git('show', `HEAD:${path}`))) })),
};
const file = join(ROOT, 'tasks/catalog-tasks.json');
writeFileSync(file, (await format('catalog-tasks.json', JSON.stringify(catalog), { printWidth: 120 })).code);

function interfaceOf({ apiVersion, metadata, spec }) {
  return {
    name: metadata.name,
    version: metadata.labels['app.kubernetes.io/version'],
    apiVersion,
    params: spec.params.map(({ name, type = 'string', default: value }) => ({
      name,
      type,
      ...(value !== undefined && { default: asTekton(value) }),
    })),
    workspaces: spec.workspaces.map(({ name, optional = false }) => ({ name, optional })),
    results: spec.results.map(({ name, type = 'string' }) => ({ name, type })),
  };
}

/** Tekton takes every scalar for a string: one of the defaults is YAML's false. */
function asTekton(value) {
  return typeof value === 'object' ? value : String(value);
}
