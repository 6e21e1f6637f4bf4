import { expect } from 'chai';
import { serve } from '../../../../src/cli/controller/serve.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

/** Waits no time, and counts what it should have waited. */
function waiting() {
  let waitedMs = 0;
  return { sleep: async (delayMs: number) => void (waitedMs += delayMs), waitedMs: () => waitedMs };
}

const READINESS = {
  readiness: () => ({ status: 503, text: 'starting\n' }) as const,
  isStarting: () => false,
};

/** The state of a process. */
function saying(stuck: readonly string[], asked: number[] = []) {
  return {
    registry: {
      metrics: async () => 'some_metric 1\n',
      contentType: 'text/plain; version=0.0.4; charset=utf-8' as const,
    },
    running: {
      longerThan: (time: number) => {
        asked.push(time);
        return stuck;
      },
    },
    log: { info: () => undefined },
  };
}

describe('serve', () => {
  it('answers probes and metrics', async () => {
    const server = await serve(0, saying([]), READINESS, waiting());
    try {
      const answers = await Promise.all(
        ['/healthz', '/readyz', '/metrics'].map(async (path) => fetch(`http://127.0.0.1:${server.port}${path}`)),
      );
      expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).to.deep.equal([
        [200, 'ok\n'],
        [503, 'starting\n'],
        [200, 'some_metric 1\n'],
      ]);
      expect(answers[2]?.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8');
    } finally {
      await server.close();
    }
  });

  it('answers that it is not ready only once it has had time to start', async () => {
    let questions = 0;
    const readiness = () => {
      questions += 1;
      return questions < 3 ? READINESS.readiness() : ({ status: 200, text: 'leading\n' } as const);
    };
    const clock = waiting();
    const server = await serve(0, saying([]), { readiness, isStarting: () => true }, clock);
    try {
      expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).to.equal(200);
      expect(clock.waitedMs()).to.equal(200);
    } finally {
      await server.close();
    }
  });

  it('answers at the end of that time', async () => {
    const clock = waiting();
    const server = await serve(0, saying([]), { ...READINESS, isStarting: () => true }, clock);
    try {
      expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).to.equal(503);
      // The Deployment's probe ends after five seconds.
      expect(clock.waitedMs()).to.equal(4000);
    } finally {
      await server.close();
    }
  });

  it('is not healthy while a reconcile never ends', async () => {
    const asked: number[] = [];
    const server = await serve(0, saying(['builds team/x'], asked), READINESS, waiting());
    try {
      const answer = await fetch(`http://127.0.0.1:${server.port}/healthz`);
      expect([answer.status, await answer.text()]).to.deep.equal([
        503,
        'the reconcile of builds team/x has been running for 30 minutes\n',
      ]);
      expect(asked).to.deep.equal([1_800_000]);
    } finally {
      await server.close();
    }
  });

  it('says which setting names a port that is taken', async () => {
    const server = await serve(0, saying([]), READINESS, waiting());
    try {
      expect(await rejection(serve(server.port, saying([]), READINESS, waiting()))).to.deep.include({
        exitCode: 2,
        problems: [
          { severity: 'error', paths: [['METRICS_PORT']], message: `port ${server.port}: address already in use` },
        ],
      });
    } finally {
      await server.close();
    }
  });
});
