import process from 'node:process';

/** True with `npm run test:integration -- --all` or `npm run test:e2e -- --all`, false if each promise is tested once. */
const RUNS_ALL = process.env['TASKPACK_TESTS'] === 'all';

/** Returns all cases of a matrix with `--all`. Otherwise returns the few that prove each promise once. */
export function matrix<Case>(all: readonly Case[], few: readonly Case[]): readonly Case[] {
  return RUNS_ALL ? all : few;
}

/** Returns the distance between the tested cases of a numbered list, such as the requests of a run: a longer one without `--all`. */
export function stride(all: number, few: number): number {
  return RUNS_ALL ? all : few;
}
