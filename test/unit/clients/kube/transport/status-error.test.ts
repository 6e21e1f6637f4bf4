import { expect } from 'chai';
import { makeRedaction } from '../../../../../src/clients/http/redaction.ts';
import type { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { statusError } from '../../../../../src/clients/kube/transport/status-error.ts';

const errorOf = (status: number, body: unknown = {}, secret = 'none'): KubeError => {
  const redaction = makeRedaction();
  redaction.addSecret(secret);
  return statusError({ status, body, subject: 'create pods team/x' }, redaction);
};

describe('the error of a failed response', () => {
  const table: readonly (readonly [number, string, string])[] = [
    [302, '', 'BAD_ANSWER'],
    [400, 'BadRequest', 'REFUSED'],
    [401, 'Unauthorized', 'UNAUTHORIZED'],
    [403, 'Forbidden', 'FORBIDDEN'],
    [404, 'NotFound', 'NOT_FOUND'],
    [405, 'MethodNotAllowed', 'REFUSED'],
    [408, '', 'TIMED_OUT'],
    [409, 'AlreadyExists', 'ALREADY_EXISTS'],
    [409, 'Conflict', 'CONFLICT'],
    [410, 'Expired', 'GONE'],
    [415, 'UnsupportedMediaType', 'REFUSED'],
    [422, 'Invalid', 'INVALID'],
    [429, 'TooManyRequests', 'RATE_LIMITED'],
    [500, 'InternalError', 'UNAVAILABLE'],
    [504, 'Timeout', 'UNAVAILABLE'],
  ];
  for (const [status, reason, code] of table) {
    it(`${status} ${reason} is ${code}`, () => {
      expect(errorOf(status, { reason })).to.include({ code, status, subject: 'create pods team/x' });
    });
  }

  it('does not ask for a role if a quota is full', () => {
    const full = errorOf(403, { reason: 'Forbidden', message: 'pods "x" is forbidden: exceeded quota: compute' });
    expect(full.message).to.include('wait until the quota has room').and.not.include('role');
  });

  it('asks for resources, not for a role, if a quota needs them', () => {
    const message = 'pods "x" is forbidden: failed quota: compute: must specify requests.memory for: prepare';
    const { message: advice } = errorOf(403, { reason: 'Forbidden', message });
    expect(advice).to.include('or give the namespace a LimitRange with defaults').and.not.include('role');
  });

  it('asks for the ServiceAccount, not for a role, if a Pod names a missing one', () => {
    const message =
      'pods "x" is forbidden: error looking up service account team/builds: serviceaccount "builds" not found';
    const { message: advice } = errorOf(403, { reason: 'Forbidden', message });
    expect(advice).to.include('; create the ServiceAccount').and.not.include('role');
  });

  it("contains the server's message in one sentence", () => {
    const error = errorOf(422, {
      reason: 'Invalid',
      message: 'Pod "x" is invalid:\n spec.containers: Required value',
      details: {
        causes: [
          { field: 'spec.containers', message: 'Required value' },
          { field: '<nil>', message: 'some type error' },
        ],
      },
    });
    expect(error.message).to.equal(
      'create pods team/x: the API server finds the object invalid (422 Invalid Pod "x" is invalid: spec.containers: Required value)',
    );
    expect(error.causes).to.deep.equal([{ field: 'spec.containers', message: 'Required value' }]);
    expect(error.reason).to.equal('Invalid');
  });

  it('reads the delay of a Status', () => {
    expect(errorOf(504, { details: { retryAfterSeconds: 2 } }).retryAfterMs).to.equal(2000);
  });

  it('contains no secret and no control characters', () => {
    const { message } = errorOf(502, '\u001B[31mbad gateway for s3cr3t-token', 's3cr3t-token');
    expect(message).to.include('bad gateway for ***').and.not.include('\u001B');
  });
});
