import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { fieldError } from '../../model/problem.ts';
import type { Manifest } from '../../model/manifest.ts';
import { formatYaml } from '../../yaml/format-yaml.ts';
import { CommandFailure } from '../command-failure.ts';
import { systemMessage } from '../system-message.ts';
import { jsonTexts } from '../translate/output/json-texts.ts';
import { yamlTexts } from '../translate/output/yaml-texts.ts';
import { writeTexts } from '../write-texts.ts';

/** Prints a Task, or writes it into a folder of its name, as catalogs are laid out. */
export async function writeTask(task: Manifest, where: string, output: Writable): Promise<void> {
  if (where === 'yaml') return writeTexts(output, yamlTexts([task]));
  if (where === 'json') return writeTexts(output, jsonTexts([task]));
  const { name } = task.metadata;
  const file = path.join(where, name, `${name}.yaml`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, formatYaml(task));
  } catch (error) {
    throw new CommandFailure([fieldError([], `${file}: ${systemMessage(error)}`)], 1);
  }
  await writeTexts(output, [`${file}\n`]);
}
