import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPart } from './generated-part.mjs';
import { markdownTable } from './markdown-table.mjs';
import { ROOT } from './root.mjs';

/** taskpack's Tasks, and the Tasks of Tekton's catalog that each can replace. */
const TASKS = {
  buildpacks: ['buildpacks', 'buildpacks-phases'],
  'buildpacks-rebase': [],
  'buildpacks-source': ['git-clone'],
};

const PARTS = { params: 'parameter', workspaces: 'workspace', results: 'result' };

/** Returns the READMEs of the Tasks, by file. Their tables come from the Tasks and from the catalog's data. */
export function taskReadmes() {
  return Object.entries(TASKS).map(([name, replaced]) => {
    const page = `tasks/${name}/README.md`;
    const withTable = (text, part) => withPart(page, part, table(part, name, replaced), text);
    return [page, () => Object.keys(PARTS).reduce(withTable, undefined)];
  });
}

function table(part, name, replaced) {
  const catalog = JSON.parse(readFileSync(join(ROOT, 'tasks/catalog-tasks.json'), 'utf8')).tasks;
  const others = replaced.map((other) => catalog.find((task) => task.name === other));
  const heads = [PARTS[part], 'here', ...others.map((task) => `${task.name} ${task.version}`), 'meaning'];
  const rows = load(read(name, `${name}.yaml`)).spec[part].map((own) => [
    `\`${own.name}\``,
    formOf(part, own),
    ...others.map((task) =>
      formOf(
        part,
        task[part].find((other) => other.name === own.name),
      ),
    ),
    own.description.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'),
  ]);
  return markdownTable(heads, rows);
}

function formOf(part, field) {
  if (field === undefined) return '';
  switch (part) {
    case 'params':
      return field.default === undefined ? 'required' : `\`${JSON.stringify(field.default)}\``;
    case 'workspaces':
      return field.optional === true ? 'optional' : 'required';
    default:
      return 'yes';
  }
}

function read(name, file) {
  return readFileSync(join(ROOT, 'tasks', name, file), 'utf8');
}
