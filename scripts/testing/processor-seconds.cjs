'use strict';

const { readdirSync, readFileSync } = require('node:fs');

/** The unit of the times in /proc/PID/stat: USER_HZ, which is 100 on every architecture that Node supports (proc(5)). */
const TICKS_PER_SECOND = 100;
const THREADS = '/proc/self/task';

/**
 * Returns the processor time, in seconds, of this process, its running descendants, and the ended ones for which a parent
 * has waited. Without /proc, returns the time of this process.
 */
function processorSeconds() {
  // Reading the times of all processes of a machine takes milliseconds.
  if (hasNoChild()) return readProcess(process.pid).ticks / TICKS_PER_SECOND;
  const processes = readProcesses();
  const own = processes.get(process.pid);
  if (own === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const childrenOf = grouped(processes.values());
  const ticksOf = ({ pid, ticks }) =>
    (childrenOf.get(pid) ?? []).reduce((total, child) => total + ticksOf(child), ticks);
  return ticksOf(own) / TICKS_PER_SECOND;
}

/** Returns the processor time, in seconds, of the ended children for which this process has waited. Without /proc, returns 0. */
function secondsOfEndedChildren() {
  return (readProcess(process.pid)?.ofChildren ?? 0) / TICKS_PER_SECOND;
}

/** True if no child of this process runs. Linux may lack the files that name the children of a thread (CONFIG_PROC_CHILDREN). */
function hasNoChild() {
  try {
    return readdirSync(THREADS).every((thread) => readFileSync(`${THREADS}/${thread}/children`, 'utf8') === '');
  } catch {
    return false;
  }
}

function grouped(processes) {
  const groups = new Map();
  for (const entry of processes) groups.set(entry.parent, [...(groups.get(entry.parent) ?? []), entry]);
  return groups;
}

function readProcesses() {
  const processes = new Map();
  for (const name of pids()) {
    const entry = readProcess(Number(name));
    if (entry !== undefined) processes.set(entry.pid, entry);
  }
  return processes;
}

function pids() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The name of a program, in parentheses, may contain spaces and parentheses. The fields after it are separated by spaces. */
function readProcess(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, userOfChildren, systemOfChildren] = fields.slice(11, 15).map(Number);
  const ofChildren = userOfChildren + systemOfChildren;
  return { pid, parent: Number(fields[1]), ticks: user + system + ofChildren, ofChildren };
}

module.exports = { processorSeconds, secondsOfEndedChildren };
