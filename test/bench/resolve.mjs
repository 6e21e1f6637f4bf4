// npm run bench:resolve: how long an order takes to resolve, and how that grows with what there is to choose from.
import { compiled } from './compiled.mjs';
import { report } from './report.mjs';
import { someRequest } from './resolve/request.mjs';

const RUNS = 21;
const VERSIONS = 50;
const AIMS = { milliseconds: 50, growth: 12 };

const { resolveOrder } = await compiled('src/buildpacks/resolve-order.ts');
benchLarge();
benchGrowth();

/** Many versions of many buildpacks, as in one store of everything. */
function benchLarge() {
  const buildpacks = 10_000;
  const { milliseconds, megabytes, resolution } = measure(someRequest(buildpacks, VERSIONS));
  const name = `100 groups against ${buildpacks} buildpacks of ${VERSIONS} versions, ms`;
  const detail = `fastest of ${RUNS}; ${resolution.entries.length} entries, ${resolution.buildpacks.length} buildpacks`;
  report(name, milliseconds.toFixed(1), `at most ${AIMS.milliseconds}`, detail);
  console.log(`memory that one resolution takes, MB: ${megabytes.toFixed(0)}`);
}

/** Ten times as many versions may take ten times as long. */
function benchGrowth() {
  let before;
  for (const versions of [1_000, 10_000, 100_000]) {
    const { milliseconds } = measure(someRequest(versions / VERSIONS, VERSIONS));
    console.log(`${versions} versions, ms: ${milliseconds.toFixed(2)}`);
    if (before !== undefined) {
      const detail = 'time for ten times the versions';
      report('growth', (milliseconds / before).toFixed(1), `at most ${AIMS.growth}`, detail);
    }
    before = milliseconds;
  }
}

/** The fastest run is the one that the rest of the machine disturbed least. */
function measure(request) {
  const times = [];
  let resolution = resolved(request);
  const held = heapUsed();
  resolution = resolved(request);
  const megabytes = (heapUsed() - held) / 2 ** 20;
  for (let run = 0; run < RUNS; run += 1) {
    globalThis.gc?.();
    const start = performance.now();
    resolution = resolved(request);
    times.push(performance.now() - start);
  }
  return { milliseconds: Math.min(...times), megabytes, resolution };
}

function resolved(request) {
  const resolution = resolveOrder(request);
  if (resolution.kind === 'resolved') return resolution;
  throw new Error(`refused: ${JSON.stringify(resolution.problems[0])}`);
}

function heapUsed() {
  return process.memoryUsage().heapUsed;
}
