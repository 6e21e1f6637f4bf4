import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { CLUSTER_CHECKS, type CheckName, type Finding, type FindingResult } from '../../insight/doctor/finding.ts';
import { wrapped, WIDTH } from '../status/text-layout.ts';

/** All other checks are about a namespace. */
const OF_CLUSTER: ReadonlySet<CheckName> = new Set(CLUSTER_CHECKS);

const COLOURS = { ok: 'green', note: 'cyan', warning: 'yellow', error: 'red', unknown: 'dim' } as const;

const LABEL_WIDTH = 9;

/** Formats findings for people, in 80 columns: those about the cluster, those about the namespace, and their numbers. */
export function describeFindings(findings: readonly Finding[], namespace: string, stream: Writable): string {
  const ofCluster = findings.filter(({ check }) => OF_CLUSTER.has(check));
  const ofNamespace = findings.filter(({ check }) => !OF_CLUSTER.has(check));
  return [
    section('Cluster', ofCluster, stream),
    '\n',
    section(`Namespace ${namespace}`, ofNamespace, stream),
    `\n${summary(findings)}\n`,
  ].join('');
}

function section(title: string, findings: readonly Finding[], stream: Writable): string {
  return `${styleText('bold', title, { stream })}\n${findings.map((each) => findingText(each, stream)).join('')}`;
}

function findingText({ result, message, advice }: Finding, stream: Writable): string {
  const word = styleText(COLOURS[result], result, { stream });
  const width = WIDTH - LABEL_WIDTH;
  const lines = [...wrapped(message, width), ...(advice === undefined ? [] : wrapped(`→ ${advice}`, width))];
  const pad = ' '.repeat(LABEL_WIDTH);
  const first = `${word}${' '.repeat(LABEL_WIDTH - result.length)}`;
  return lines.map((line, index) => `${index === 0 ? first : pad}${line}\n`).join('');
}

function summary(findings: readonly Finding[]): string {
  const count = (result: FindingResult): number => findings.filter((each) => each.result === result).length;
  const parts = [
    counted(count('error'), 'error', 'errors'),
    counted(count('warning'), 'warning', 'warnings'),
    ...(count('unknown') > 0 ? [counted(count('unknown'), 'check was not possible', 'checks were not possible')] : []),
  ];
  return `${parts.join(', ')}.`;
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? `no ${many}` : `${count} ${count === 1 ? one : many}`;
}
