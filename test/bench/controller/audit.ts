import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** One request in the API server's audit log (audit.k8s.io/v1 Event). */
export interface AuditedRequest {
  readonly userAgent: string;
  readonly verb: string;
  readonly resource: string;
  /** The time at which the API server received the request, in milliseconds since 1970. */
  readonly atMs: number;
}

/** The log of all requests to an API server. */
export interface Audit {
  readonly flags: readonly string[];
  readonly requests: () => readonly AuditedRequest[];
}

const POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived', 'ResponseStarted'],
  rules: [{ level: 'Metadata' }],
};

/** Writes the audit policy. Returns the API server's flags for it. */
export function auditIn(folder: string): Audit {
  const policy = path.join(folder, 'audit-policy.json');
  const log = path.join(folder, 'audit.log');
  writeFileSync(policy, JSON.stringify(POLICY));
  return {
    flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${log}`, '--audit-log-mode=batch'],
    requests: () => readFileSync(log, 'utf8').split('\n').filter(Boolean).map(read),
  };
}

function read(line: string): AuditedRequest {
  const { userAgent, verb, objectRef, requestReceivedTimestamp } = JSON.parse(line) as {
    readonly requestReceivedTimestamp: string;
    readonly userAgent?: string;
    readonly verb: string;
    readonly objectRef?: { readonly resource?: string; readonly subresource?: string };
  };
  const { resource = '', subresource } = objectRef ?? {};
  return {
    userAgent: userAgent ?? '',
    verb,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    atMs: Date.parse(requestReceivedTimestamp),
  };
}
