import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fact } from './observation.ts';
import type { Phase, Scenario } from './scenario.ts';
import type { Side } from './side.ts';
import type { Stage, StagedProcess } from './stage.ts';

/** Runs a scenario with an entrypoint in a new folder, and returns the observations. */
export async function play(scenario: Scenario, side: Side, stage: Stage): Promise<readonly Fact[]> {
  const { files = {}, phases, steps = [], shows = [] } = scenario;
  const root = stage.newFolder();
  const folder = path.join(root, 'pod');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { mode: 0o755 });
  const started = new Map(phases.toReversed().map((phase) => [phase.name, start(phase, root, side, stage)]));
  const notes: string[] = [];
  const ended = Promise.all(
    phases.map(async ({ name }) => outcomeOf(name, (await started.get(name)?.ended) ?? '', root, side)),
  );
  const signal = (phase: string, name: NodeJS.Signals): void => started.get(phase)?.signal(name);
  let isOver = false;
  const played = async (): Promise<void> => {
    for (const step of steps) if (!isOver) await step({ folder, signal, note: (line) => notes.push(line) });
  };
  const [outcomes] = await Promise.all([ended, played()]).finally(() => (isOver = true));
  return [
    ...outcomes.flat(),
    { aspect: 'noted', of: 'steps', value: notes.join('\n') },
    ...filesIn(folder).map((file): Fact => ({ aspect: 'file', of: file, value: 'there' })),
    ...shows.map((file): Fact => ({ aspect: 'content', of: file, value: contentOf(path.join(folder, file)) })),
  ];
}

/** Starts a phase in the shared folder. Files whose names differ between the sides go to a separate folder. */
function start({ name, words, stdin, environment }: Phase, root: string, side: Side, stage: Stage): StagedProcess {
  const own = path.join(root, name);
  mkdirSync(own);
  writeFileSync(path.join(own, 'stdin'), stdin ?? '');
  const streams = (['stdin', 'stdout', 'stderr'] as const).map((stream) =>
    openSync(path.join(own, stream), stream === 'stdin' ? 'r' : 'w'),
  ) as [number, number, number];
  const { PATH = '' } = process.env;
  try {
    return stage.start({
      program: side.binary,
      args: [...side.ownFlags(path.join('..', name)), ...words],
      folder: path.join(root, 'pod'),
      environment: { PATH, HOME: '/nonexistent', ...environment },
      streams,
    });
  } finally {
    for (const stream of streams) closeSync(stream);
  }
}

function outcomeOf(name: string, exit: string, root: string, { ownWords }: Side): readonly Fact[] {
  const [printed, errors] = ['stdout', 'stderr'].map((stream) => readFileSync(path.join(root, name, stream), 'utf8'));
  const complained = errors?.replace(ownWords, '') ?? '';
  return [
    { aspect: 'exit', of: name, value: exit },
    { aspect: 'printed', of: name, value: printed ?? '' },
    { aspect: 'complained', of: name, value: complained },
    { aspect: 'says', of: name, value: complained === errors ? 'nothing' : 'something' },
  ];
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/** Replaces times, which differ from run to run. */
function contentOf(file: string): string {
  if (!existsSync(file)) return '(none)';
  return readFileSync(file, 'utf8').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}
