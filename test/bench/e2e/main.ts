// npm run bench:e2e: the same Build by every backend, by kpack and by one bare container, on a real node; needs root.
import process from 'node:process';
import { startBenchBed } from './bed.ts';
import { figuresOf, type Figures } from './figures.ts';
import { takeTurns } from './take-turns.ts';
import { VARIANTS, type Variant, type VariantName } from './variants.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
const ONLY = process.env['ONLY']?.split(';');

/** At most so many times as long as the one container. */
const RATIOS: Readonly<Partial<Record<VariantName, number>>> = { containers: 1.15, TaskRun: 1.6, init: 2.8 };

/** In seconds. */
const REBUILD = 6;

/** What its like takes that does nothing: the rest is its makers'. */
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
  const { whole, least, most, before, gap, gaps, after, phases } = figures;
  console.log(`${name}: ${seconds(whole)} (${seconds(least)} to ${seconds(most)})${comparison(name, figures, all)}`);
  if (name.startsWith('idle')) return;
  const between = phases.size > 1 ? `, between phases ${seconds(gaps)} (each ${seconds(gap)})` : '';
  console.log(`  before the first phase ${seconds(before)}${between}, after the last ${seconds(after)}`);
  console.log(`  ${[...phases].map(([phase, duration]) => `${phase} ${seconds(duration)}`).join(', ')}`);
}

function comparison(name: VariantName, { whole }: Figures, all: ReadonlyMap<string, Figures>): string {
  const floor = all.get('creator')?.whole;
  if (floor === undefined || name === 'creator' || name.startsWith('idle')) return '';
  if (name.startsWith('rebuild')) return `; aim: under ${REBUILD} s`;
  const aim = RATIOS[name] === undefined ? '' : `; aim: at most ${RATIOS[name]}`;
  return `; ${(whole / floor).toFixed(2)} times creator${aim}${limit(name, floor, all)}`;
}

/** What it would take if nothing but what makes containers of it took more than the one container does. */
function limit(name: VariantName, floor: number, all: ReadonlyMap<string, Figures>): string {
  const idle = all.get(IDLE[name] ?? '')?.whole;
  const idleOne = all.get('idle container')?.whole;
  if (idle === undefined || idleOne === undefined) return '';
  const whose = name.startsWith('TaskRun') ? "Tekton's" : "the kubelet's";
  return `; ${whose} own part alone makes it ${((floor + idle - idleOne) / floor).toFixed(2)}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
