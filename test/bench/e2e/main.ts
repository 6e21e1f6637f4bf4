// npm run bench:e2e: the same Build with every backend, with kpack and with one bare container, on a real node. Needs root.
import process from 'node:process';
import { report } from '../report.mjs';
import { startBenchBed } from './bed.ts';
import { figuresOf, type Figures } from './figures.ts';
import { takeTurns } from './take-turns.ts';
import { VARIANTS, type Variant, type VariantName } from './variants.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
const ONLY = process.env['ONLY']?.split(';');

/** The aims, as multiples of the time of the one container that builds the same application. */
const RATIOS: Readonly<Partial<Record<VariantName, number>>> = {
  containers: 1.15,
  TaskRun: 2.5,
  'TaskRun, tuned': 2,
  init: 2.8,
  'creator mode, containers': 1.08,
  'creator mode, init': 1.8,
  'creator mode, TaskRun': 2,
};

/** The aim in seconds. */
const REBUILD_SECONDS = 6;

/** The idle variant of the same form, which shows the overhead of the platform. */
const IDLE: Readonly<Partial<Record<VariantName, VariantName>>> = {
  containers: 'idle containers',
  'containers, gated': 'idle containers',
  'kpack, waiter': 'idle containers',
  init: 'idle init containers',
  'kpack, init': 'idle init containers',
  TaskRun: 'idle TaskRun, first step 0.2 s',
  'TaskRun, no dummy': 'idle TaskRun, first step 0.2 s',
};

async function main(): Promise<void> {
  const variants = VARIANTS.filter(({ name }) => ONLY?.includes(name) ?? true);
  const bed = await startBenchBed();
  try {
    const samples = await takeTurns(bed, variants, RUNS);
    const figures = new Map([...samples].map(([name, some]) => [name, figuresOf(some)]));
    for (const variant of variants) print(variant, figures);
  } finally {
    await bed.stop();
  }
}

function print({ name }: Variant & { readonly name: VariantName }, all: ReadonlyMap<string, Figures>): void {
  const figures = all.get(name);
  if (figures === undefined) return;
  const { whole, least, most, success, pod, before, gap, gaps, after, phases } = figures;
  const aim = name.startsWith('rebuild') && { atMost: REBUILD_SECONDS };
  report(name, whole / 1000, { unit: 's', digits: 2, ...aim, detail: `${seconds(least)} to ${seconds(most)}` });
  reportRatio(name, figures, all);
  if (name.startsWith('idle')) return;
  const between = phases.size > 1 ? `, between phases ${seconds(gaps)} (each ${seconds(gap)})` : '';
  console.log(`  before the first phase ${seconds(before)}${between}, after the last ${seconds(after)}`);
  console.log(`  ${[...figures.states].map(([state, at]) => `${state} ${seconds(at)}`).join(', ')}`);
  console.log(`  the object succeeded after ${seconds(success)}, the Pod ended after ${seconds(pod)}`);
  console.log(`  ${[...phases].map(([phase, duration]) => `${phase} ${seconds(duration)}`).join(', ')}`);
}

/** Reports how long a variant takes as ratio to the one container. */
function reportRatio(name: VariantName, { whole }: Figures, all: ReadonlyMap<string, Figures>): void {
  const creator = name.startsWith('realistic') ? 'realistic, creator' : 'creator';
  const floor = all.get(creator)?.whole;
  if (floor === undefined || name === creator || /^(?:idle|rebuild)/.test(name)) return;
  const atMost = RATIOS[name];
  const aim = atMost !== undefined && { atMost };
  report('- as ratio to creator', whole / floor, { digits: 2, ...aim, detail: platformOverheadText(name, floor, all) });
}

/** The time that this variant would take with the platform's overhead alone. */
function platformOverheadText(name: VariantName, floor: number, all: ReadonlyMap<string, Figures>): string {
  const idle = all.get(IDLE[name] ?? '')?.whole;
  const idleOne = all.get('idle container')?.whole;
  if (idle === undefined || idleOne === undefined) return '';
  const whose = name.startsWith('TaskRun') ? "Tekton's" : "the kubelet's";
  return `${whose} own part alone makes it ${((floor + idle - idleOne) / floor).toFixed(2)}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
