import { EventEmitter, once } from 'node:events';
import { ensureDependencies } from '../dependencies.mjs';
import { missingRequirements } from '../requirements.mjs';
import { processesOf, runNode, runProgram } from './processes.mjs';

/** The environment variable with the file of a running cluster without nodes, which tests share. */
const CLUSTER = 'TEST_BED_CLUSTER';
/** The environment variable with the folder of a running node, to which tests attach. */
const NODE = 'TEST_BED_NODE';

/** The time that a cluster has to stop its programs. */
const STOP_LIMIT_MS = 180_000;

/** The result of a command whose test bed could not be prepared. */
export const UNPREPARED = { name: 'preparation', passed: 0, failed: 1, skipped: 0 };

/**
 * Prepares what the tests of a suite (`integration`, `e2e` or `peers`) run: dependencies, the bundle and the suite's
 * programs, which take a quarter of an hour to build the first time. Returns false, after printing why, if that fails.
 */
export async function prepareTestBed(suite) {
  ensureDependencies();
  const missing = missingRequirements({ root: suite !== 'integration' });
  for (const line of missing) console.error(line);
  return missing.length === 0 && (await succeeds('scripts/bundle.mjs')) && (await buildPrograms(suite));
}

/** Builds the missing programs of suites, with a line of progress each. */
export function buildPrograms(...suites) {
  return succeeds(...commandOfBed('programs.ts'), '--', ...suites);
}

/** Starts a cluster without nodes that suites share. The cluster ends with this process, too. */
export function startCluster() {
  const { value, ended, stop } = startCommand('shared-cluster.ts', CLUSTER);
  return {
    /** Resolves to the environment variables of tests that use the cluster. */
    variables: async () => {
      const file = await value;
      if (file === undefined) throw new Error('the cluster could not be started');
      return { [CLUSTER]: file };
    },
    stop: async () => {
      stop();
      const { processorSeconds } = await ended;
      console.log(`the cluster of several suites: ${processorSeconds.toFixed(1)} s cpu`);
    },
  };
}

/**
 * Starts a node, runs work whose tests attach to the node, and stops the node. Adds a result to those of the work: the node fails if it
 * does not start, or ends early. The node ends with this process, too.
 */
export async function withNode(work) {
  const { value, ended, stop } = startCommand('node.ts', NODE);
  const result = ended.then(resultOfNode);
  const folder = await value;
  if (folder === undefined) {
    console.log('not run: the suites on the node, because the node did not start');
    return [await result];
  }
  process.env[NODE] = folder;
  try {
    const results = await work();
    stop();
    return [...results, await result];
  } finally {
    stop();
    delete process.env[NODE];
  }
}

function resultOfNode({ code, processorSeconds }) {
  console.log(`the node: ${processorSeconds.toFixed(1)} s cpu, without the containers`);
  return { name: 'the node', passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Starts a command of the test bed that prints a variable when it is ready, and runs until `stop`, after which it has a time limit.
 * `value` resolves to the value of the variable, or to `undefined` if the command ends before. `ended` resolves like `runProgram`.
 */
function startCommand(script, variable) {
  const events = new EventEmitter();
  const killed = new AbortController();
  let pid;
  const kill = () => {
    const processes = processesOf(pid).join('\n');
    console.log(
      `${script} is killed because it did not end within ${STOP_LIMIT_MS / 1000} s after its stop\n${processes}`,
    );
    killed.abort();
  };
  const ready = once(events, 'ready').then(([value]) => value);
  const onStart = (id) => (pid = id);
  const onLine = (line) => {
    if (line.startsWith(`${variable}=`)) events.emit('ready', line.slice(variable.length + 1));
    else console.log(line);
  };
  // The command ends with its standard input.
  const onInput = (input) =>
    events.once('stop', () => {
      input.end();
      const timer = setTimeout(kill, STOP_LIMIT_MS);
      void ended.then(() => clearTimeout(timer));
    });
  const ended = runProgram(process.execPath, commandOfBed(script), { onStart, onLine, onInput, stop: killed.signal });
  const value = Promise.race([ready, ended.then(() => undefined)]);
  return { value, ended, stop: () => events.emit('stop') };
}

/** Returns Node's arguments for a script of test/cluster/commands. */
function commandOfBed(script) {
  return ['--require', 'ts-node/register', '--eval', `require('./test/cluster/commands/${script}')`];
}

async function succeeds(...args) {
  // The places of the programs are of no interest here.
  const { code } = await runNode(args, (line) => !line.includes('\t') && console.log(line));
  return code === 0;
}
