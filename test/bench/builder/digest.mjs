import { report } from '../report.mjs';
import { buildImage } from './build-image.mjs';
import { someBuilder } from './world.mjs';

const RUNS = 51;

/** Measures the time to compute a builder's digest from statuses. */
export function reportDigest({ readBuilder, makeBuilder, digestOf }) {
  const { builder, world } = someBuilder('registry.example.com', buildImage(digestOf));
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    const made = makeBuilder(readBuilder(builder, world), '0.9');
    if (made.kind !== 'made') throw new Error(JSON.stringify(made.problems));
    return performance.now() - start;
  });
  const median = times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)];
  const detail = `median of ${RUNS}; the first ${times[0].toFixed(1)}`;
  report('digest of a builder with 200 buildpacks', median, { unit: 'ms', atMost: 20, detail });
}
