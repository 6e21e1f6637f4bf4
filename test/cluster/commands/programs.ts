import process from 'node:process';
import { versionsOfEnvironment } from '../bed-versions.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { programsOf } from '../programs/suites.ts';

/** `npm run test:programs [-- SUITE…]`: builds the missing programs of the suites, or of all, and prints their places. */
async function main(suites: readonly string[]): Promise<void> {
  const names = new Set((suites.length === 0 ? ['peers'] : suites).flatMap(programsOf));
  const places = await ensurePrograms([...names], console.error, versionsOfEnvironment(process.env));
  for (const [name, place] of Object.entries(places)) console.log(`${name}\t${place}`);
}

main(process.argv.slice(1)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
