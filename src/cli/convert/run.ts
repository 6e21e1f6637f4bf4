import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { fieldError, fieldNote, hasErrors, type Problem } from '../../core/model/problem.ts';
import { inputName, listInputs, readText, type Input } from '../input.ts';
import { CommandFailure, reportProblems, systemFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';
import { type ConvertedText, convertText } from './convert-text.ts';

/** The options of `taskpack convert`. */
export interface ConvertFlags {
  readonly filename: readonly string[];
  readonly recursive?: boolean;
  readonly check?: boolean;
}

interface ConvertedInput extends ConvertedText {
  readonly input: Input;
}

/** Runs `taskpack convert`: converts all texts, and writes the files only if there is no problem. */
export async function runConvert(flags: ConvertFlags, terminal: Terminal): Promise<void> {
  const { inputs, problems } = await listInputs(flags.filename, flags.recursive ?? false);
  const texts: ConvertedInput[] = [];
  for (const input of inputs) texts.push(await converted(input, flags, terminal));
  const all = [...problems, ...texts.flatMap((text) => text.problems)];
  if (hasErrors(all)) throw new CommandFailure(all, 1);
  const nothing = texts.every(({ objects }) => objects.length === 0)
    ? [fieldNote([], 'no object of kpack.io/v1alpha1 is in the input')]
    : [];
  reportProblems([...all, ...nothing], terminal.errors);
  if (flags.check === true) reportOld(texts);
  else for (const text of texts) await writeText(text, terminal);
}

async function converted(input: Input, { recursive }: ConvertFlags, terminal: Terminal): Promise<ConvertedInput> {
  const reading = await readText(input, terminal.input);
  const none = { input, text: '', objects: [] };
  if (reading.kind === 'failure') {
    return { ...none, problems: [fieldError([], `${inputName(input)}: ${reading.message}`)] };
  }
  const { problems, ...rest } = convertText(reading.text, inputName(input));
  // A repository also has files in other languages, such as templates of Helm charts.
  const isForeign = recursive === true && rest.objects.length === 0;
  if (isForeign && !reading.text.includes('kpack.io/v1alpha1')) {
    return { input, ...rest, problems: problems.filter(({ severity }) => severity === 'warning') };
  }
  return {
    input,
    ...rest,
    problems: isForeign ? problems.map((problem) => ({ ...problem, severity: 'warning' })) : problems,
  };
}

/** Throws a failure that lists the objects in v1alpha1, if there are any. */
function reportOld(texts: readonly ConvertedInput[]): void {
  const problems = texts.flatMap(({ input, objects }) =>
    objects.map((object): Problem => fieldError([], `${inputName(input)}: ${object} is in kpack.io/v1alpha1`)),
  );
  if (problems.length > 0) throw new CommandFailure(problems, 1);
}

async function writeText({ input, text, objects }: ConvertedInput, terminal: Terminal): Promise<void> {
  if (input.kind === 'stdin') {
    terminal.output.write(text);
  } else if (objects.length > 0) {
    await replaceFile(input.path, text).catch(systemFailure(input.path));
    terminal.output.write(objects.map((object) => `${input.path}: ${object} converted\n`).join(''));
  }
}

/** Replaces a file as a whole, so that no reader finds a part of it. Follows links, and keeps the permissions. */
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  const draft = `${target}.converted`;
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(text);
    // The mode at the creation lacks the bits of the umask.
    await file.chmod(mode);
    await file.close();
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
