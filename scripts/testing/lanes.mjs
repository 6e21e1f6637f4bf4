import { EventEmitter, once } from 'node:events';
import { runProgram } from './processes.mjs';
import { runSuites } from './suites.mjs';

/** The environment variable that names the folder of a running node, to which tests attach. */
const NODE = 'TEST_BED_NODE';

/**
 * Runs suites in lanes beside each other, each lane with the next suite that waits, and prints the seconds of each lane. A suite
 * with `after` begins only when the earlier suites of these names have ended.
 */
export async function runLanes(suites, { lanes }) {
  const waiting = [...suites];
  const results = [];
  const begun = new Map();
  const work = async (_, lane) => {
    const begin = performance.now();
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      await Promise.all((suite.after ?? []).map((name) => begun.get(name)));
      const run = runSuites([suite], { atOnce: 1 });
      begun.set(suite.name, run);
      results.push(...(await run));
    }
    console.log(`lane ${lane + 1}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return results;
}

/**
 * Starts a node, runs work whose tests attach to the node, and stops the node. Adds a result to those of the work: the node fails if it
 * does not start, or ends early. The node ends with this process too.
 */
export async function withNode(work) {
  const node = startNode();
  const folder = await node.folder;
  if (folder === undefined) return [await node.ended];
  process.env[NODE] = folder;
  try {
    const results = await work();
    node.stop();
    return [...results, await node.ended];
  } finally {
    node.stop();
    delete process.env[NODE];
  }
}

function startNode() {
  const args = ['--require', 'ts-node/register', '--eval', "require('./test/cluster/commands/node.ts')"];
  const events = new EventEmitter();
  const started = once(events, 'started').then(([folder]) => folder);
  const onLine = (line) => {
    if (line.startsWith(`${NODE}=`)) events.emit('started', line.slice(NODE.length + 1));
    else console.log(line);
  };
  // The node ends with its standard input.
  const onInput = (input) => events.once('stop', () => input.end());
  const ended = runProgram(process.execPath, args, { onLine, onInput }).then(resultOf);
  return { folder: Promise.race([started, ended.then(() => undefined)]), ended, stop: () => events.emit('stop') };
}

function resultOf({ code, processorSeconds }) {
  console.log(`the node: ${processorSeconds.toFixed(1)} s cpu, without the containers`);
  return { name: 'the node', passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}
