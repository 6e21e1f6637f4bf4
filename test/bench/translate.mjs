// npm run bench:translate: the time to translate one Build from the command line, and 10,000 Builds in one stream.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureBundle, BUNDLE } from '../../scripts/esbuild.mjs';
import { ROOT } from '../../scripts/root.mjs';
import { SAMPLE } from '../../scripts/sample.mjs';
import { report } from './report.mjs';

const RUNS = 21;
const BUILDS = 10_000;
const COMPARED = 200;
const IS_BUILD = /^kind: Build$/m;
const AIMS = { ratio: 1.7, milliseconds: 0.3, megabytes: 300 };
// Node reports the maximum memory of a process.
const RSS_REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('rss='+process.resourceUsage().maxRSS))`;

process.chdir(ROOT);
await ensureBundle();
benchStart();
await benchStream();

/** Bare Node and the command in turns, so that both meet the same load of the machine. */
function benchStart() {
  const bare = [];
  const command = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(timed(['-e', '0']));
    command.push(timed([BUNDLE, ...SAMPLE]));
  }
  const ratio = median(command) / median(bare);
  const detail = `${median(command).toFixed(0)} ms, node -e 0 ${median(bare).toFixed(0)} ms, median of ${RUNS}`;
  report('one Build, as ratio to node -e 0', ratio, { digits: 2, atMost: AIMS.ratio, detail });
}

function timed(args) {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'pipe' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

async function benchStream() {
  const { around, build } = sample();
  const builds = Array.from({ length: BUILDS }, (_, index) => build.replaceAll('sample', `sample-${index}`));
  const start = performance.now();
  const all = await translated([...around, ...builds]);
  const milliseconds = (performance.now() - start) / BUILDS;
  report(`${BUILDS} Builds in one stream, each`, milliseconds, {
    unit: 'ms',
    digits: 3,
    atMost: AIMS.milliseconds,
    detail: `${all.megabytes} MB printed`,
  });
  report('peak memory', all.maxRss / 1024, { unit: 'MB', digits: 0, atMost: AIMS.megabytes, detail: 'resident' });
  await compare(all.documents, around, builds);
}

/** Every fiftieth Build alone must give the same output as in the stream. */
async function compare(documents, around, builds) {
  const inStream = new Set(documents);
  const step = BUILDS / COMPARED;
  for (let index = 0; index < BUILDS; index += step) {
    const { documents: alone } = await translated([...around, builds[index]]);
    const other = alone.find((document) => !inStream.has(document));
    if (alone.length === 0 || other !== undefined) throw new Error(`Build ${index} differs by itself:\n${other}`);
  }
  console.log(`${COMPARED} of them one by one: identical`);
}

/** The sample's documents: those that every Build needs, and the Build. */
function sample() {
  const documents = ['build', 'facts'].flatMap((name) =>
    readFileSync(`config/samples/${name}.yaml`, 'utf8').split('---\n'),
  );
  return {
    around: documents.filter((document) => !IS_BUILD.test(document)),
    build: documents.find((document) => IS_BUILD.test(document)) ?? '',
  };
}

/** Translates documents with the command, from standard input. */
async function translated(documents) {
  const child = spawn(process.execPath, ['--import', RSS_REPORT, BUNDLE, 'translate', '-f', '-'], { stdio: 'pipe' });
  child.stdin.end(documents.join('---\n'));
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  const maxRss = /^rss=(\d+)$/m.exec(stderr)?.[1];
  if (code !== 0 || maxRss === undefined) throw new Error(`taskpack ended with ${code}: ${stderr}`);
  return { documents: stdout.split(/^---\n/m), maxRss: Number(maxRss), megabytes: Math.round(stdout.length / 1e6) };
}

async function textOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
