import process from 'node:process';

/** True if `npm run test:e2e -- --all` runs every combination, false if each promise is tested once. */
const RUNS_ALL = process.env['TASKPACK_E2E'] === 'all';

/** Returns all cases of a matrix with `--all`. Otherwise returns the few that prove each promise once. */
export function matrix<Case>(all: readonly Case[], few: readonly Case[]): readonly Case[] {
  return RUNS_ALL ? all : few;
}
