// npm run bench:waiter: the time between phases, and the cost of a waiting waiter. Linux only.
import { reportHandOffs } from './waiter/hand-offs.mjs';
import { reportIdleness } from './waiter/idleness.mjs';
import { reportMemory } from './waiter/memory.mjs';
import { buildPrograms, reportSizes } from './waiter/programs.mjs';
import { openWorkshop } from './waiter/workshop.mjs';

const workshop = openWorkshop();
try {
  const programs = buildPrograms(workshop.folder);
  await reportHandOffs(workshop, programs);
  reportSizes(programs);
  await reportMemory(workshop, programs);
  await reportIdleness(workshop, programs);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  workshop.close();
}
