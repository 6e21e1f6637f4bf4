import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { describeFindings } from '../../../../src/cli/doctor/describe-findings.ts';
import type { Finding } from '../../../../src/insight/doctor/finding.ts';

const FINDINGS: readonly Finding[] = [
  { check: 'kubernetes', result: 'ok', message: 'Kubernetes v1.35.4.' },
  { check: 'controller', result: 'unknown', message: "kpack's controller: your permissions do not allow this check" },
  {
    check: 'quota',
    result: 'error',
    message:
      'A Pod in the init layout needs 2Gi of requests.memory, but the ResourceQuota compute has only 1Gi\u001b[2J: it never starts.',
    advice: 'Have the quota raised.',
  },
];

describe('the page of taskpack doctor', () => {
  it('shows the cluster, then the namespace, and what to do, in 80 columns without control characters', () => {
    const page = describeFindings(FINDINGS, 'team', new PassThrough());
    expect(page).to.equal(`Cluster
ok       Kubernetes v1.35.4.
unknown  kpack's controller: your permissions do not allow this check

Namespace team
error    A Pod in the init layout needs 2Gi of requests.memory, but the
         ResourceQuota compute has only 1Gi\\u001b[2J: it never starts.
         → Have the quota raised.

1 error, no warnings, 1 check was not possible.
`);
  });
});
