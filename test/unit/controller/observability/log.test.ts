import { expect } from 'chai';
import { makeLog, type LogLevel } from '../../../../src/controller/observability/log.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';

/** A log, and its lines. */
function logged(level: LogLevel, context = {}) {
  const lines: Record<string, unknown>[] = [];
  const output = { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { lines, log: makeLog({ level, output, context: () => context }) };
}

describe('makeLog', () => {
  it('writes a line of JSON with its level, time, message and fields', () => {
    const { lines, log } = logged('info', { build: 'team/x' });
    log.info('said', { backend: 'native', nothing: undefined });
    expect(lines).to.have.length(1);
    const [{ time, ...rest } = {}] = lines;
    expect(rest).to.deep.equal({ level: 'info', message: 'said', build: 'team/x', backend: 'native' });
    expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('drops lines below its level', () => {
    const { lines, log } = logged('warn');
    log.debug('1');
    log.info('2');
    log.warn('3');
    log.error('4');
    expect(lines.map(({ message }) => message)).to.deep.equal(['3', '4']);
  });

  it('lets a line override a field of the context', () => {
    const { lines, log } = logged('info', { build: 'team/x' });
    log.info('said', { build: 'team/y' });
    expect(lines).to.deep.include.members([{ ...lines[0], build: 'team/y' }]);
  });

  it('logs the message and the code of an error and nothing else of it', () => {
    const { lines, log } = logged('info');
    const cause = new Error('s3cr3t of the cause');
    const error = Object.assign(new KubeError('FORBIDDEN', 'get pods a/b', 'no', { cause }), {
      headers: { authorization: 'Bearer s3cr3t' },
    });
    log.failure('failed', error, { build: 'a/b' });
    expect(lines[0]).to.deep.include({
      level: 'warn',
      message: 'failed',
      build: 'a/b',
      error: 'get pods a/b: no',
      code: 'FORBIDDEN',
    });
    expect(JSON.stringify(lines)).to.not.include('s3cr3t');
    expect(lines[0]).to.not.have.property('stack');
  });

  it('logs the stack of a bug, and accepts values that are not errors', () => {
    const { lines, log } = logged('info');
    log.failure('failed', new TypeError('undefined is no function'));
    log.failure('failed', { authorization: 's3cr3t' });
    expect(lines[0]?.['stack']).to.include('log.test.ts');
    expect(lines[1]).to.include({ error: 'not an Error object' });
  });
});
