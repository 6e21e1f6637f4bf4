// npm run bench:resolve: the time to resolve an order, and its growth with the number of versions.
import { compiled } from './compiled.mjs';
import { report } from './report.mjs';
import { someRequest } from './resolve/request.mjs';

const RUNS = 21;
const VERSIONS = 50;
const AIMS = { milliseconds: 50, growth: 12 };

const { resolveOrder } = await compiled('src/core/buildpacks/resolve-order.ts');
benchLarge();
benchGrowth();

/** Many versions of many buildpacks, as in one large store. */
function benchLarge() {
  const buildpacks = 10_000;
  const { milliseconds, megabytes, resolution } = measure(someRequest(buildpacks, VERSIONS));
  const name = `100 groups against ${buildpacks} buildpacks of ${VERSIONS} versions`;
  const detail = `fastest of ${RUNS}; ${resolution.entries.length} entries, ${resolution.buildpacks.length} buildpacks`;
  report(name, milliseconds, { unit: 'ms', atMost: AIMS.milliseconds, detail });
  report('memory that one resolution takes', megabytes, { unit: 'MB', digits: 0 });
}

/** Ten times as many versions may take ten times as long. */
function benchGrowth() {
  let before;
  for (const versions of [1_000, 10_000, 100_000]) {
    const { milliseconds } = measure(someRequest(versions / VERSIONS, VERSIONS));
    report(`${versions} versions`, milliseconds, { unit: 'ms', digits: 2 });
    if (before !== undefined) {
      const detail = 'time for ten times the versions';
      report('growth', milliseconds / before, { atMost: AIMS.growth, detail });
    }
    before = milliseconds;
  }
}

/** The fastest run is the one with the least disturbance by other processes. */
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
