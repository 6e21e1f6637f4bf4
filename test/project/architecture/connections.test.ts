import { expect } from 'chai';
import { FILES, SOURCES } from '../../support/architecture/project-sources.ts';

/** The packages that can connect to a host, and what files outside of `src/http` may import of them. */
const CONNECTING: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  undici: {},
  'node:http': {
    'src/dashboard/server/start-server.ts': [
      'createServer',
      'IncomingMessage',
      'RequestListener',
      'Server',
      'ServerResponse',
    ],
    'src/webhooks/webhook-server.ts': ['createServer', 'IncomingMessage', 'ServerResponse'],
    'src/observability/http-server.ts': ['createServer', 'ServerResponse'],
    'src/observability/connection-limits.ts': ['IncomingMessage', 'Server'],
  },
  'node:https': {},
  'node:http2': {},
  'node:net': {
    'src/registry/client/transport/hosts.ts': ['isIPv4'],
    'src/kube/config/select-context.ts': ['isIPv6'],
    'src/steps/prepare/git/check-address.ts': ['isIP'],
    'src/observability/connection-limits.ts': ['isIP', 'Socket'],
    'src/webhooks/sender-address.ts': ['isIP'],
  },
  '@opentelemetry/exporter-trace-otlp-proto': { 'src/tracing/build-tracer.ts': ['OTLPTraceExporter'] },
  'node:tls': { 'src/registry/client/transport/dispatcher.ts': ['createSecureContext', 'rootCertificates'] },
};

/** Dispatchers connect. Requests to hosts that tenants and registries name use the one that checks addresses. */
const DISPATCHERS: Readonly<Record<string, readonly string[]>> = {
  'src/http/addresses/guarded-dispatcher.ts': ['src/registry/client/transport/dispatcher.ts'],
  // The API server is the one of the kubeconfig, or of the Pod's account.
  'src/http/proxying-dispatcher.ts': ['src/http/addresses/guarded-dispatcher.ts', 'src/kube/transport/dispatchers.ts'],
};

describe('connections', () => {
  it('are opened by src/http only', () => {
    const found = SOURCES.filter((module) => !module.path.startsWith('src/http/')).flatMap((module) =>
      module.imports
        .filter(({ target, kind }) => kind === 'value' && target in CONNECTING)
        .filter(({ target, names }) => {
          const allowed = CONNECTING[target]?.[module.path] ?? [];
          return names.length === 0 || names.some((name) => !allowed.includes(name));
        })
        .map(({ target, names }) => `${module.path} imports ${names.join(', ')} of ${target}`),
    );
    expect(found).to.deep.equal([]);
  });

  it('of Node and its globals are not used', () => {
    const globals = /(?<![.\w'"`$])(?:fetch|WebSocket|EventSource|XMLHttpRequest)\(|globalThis\.fetch/;
    const found = FILES.filter(([, text]) => globals.test(text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')));
    // This file runs in browsers.
    expect(found.map(([file]) => file)).to.deep.equal(['src/dashboard/page/stream-data.ts']);
  });

  it('check addresses, except those to the API server', () => {
    for (const [dispatcher, users] of Object.entries(DISPATCHERS)) {
      const importing = SOURCES.filter(({ imports }) =>
        imports.some(
          ({ target, kind, names }) =>
            kind === 'value' && target === dispatcher && names.some((name) => name.endsWith('Dispatcher')),
        ),
      );
      expect(importing.map((module) => module.path).toSorted(), dispatcher).to.deep.equal(users);
    }
  });

  it('of every request are opened by one function, whose type requires a dispatcher', () => {
    const sending = SOURCES.filter(({ imports }) =>
      imports.some(({ target, kind, names }) => kind === 'value' && target === 'undici' && names.includes('request')),
    );
    expect(sending.map((module) => module.path)).to.deep.equal(['src/http/send-request.ts']);
  });
});
