import { expect } from 'chai';
import { FILES, SOURCES } from '../../support/architecture/project-sources.ts';

/** The packages that can connect to a host, and what files outside of `src/clients/http` may import of them. */
const CONNECTING: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  undici: {},
  'node:http': {
    'src/insight/dashboard/server/start-server.ts': [
      'createServer',
      'IncomingMessage',
      'RequestListener',
      'Server',
      'ServerResponse',
    ],
    'src/controller/sources/webhooks/webhook-server.ts': ['createServer', 'IncomingMessage', 'ServerResponse'],
    'src/controller/observability/http-server.ts': ['createServer', 'ServerResponse'],
    'src/controller/observability/connection-limits.ts': ['IncomingMessage', 'Server'],
  },
  'node:https': {},
  'node:http2': {},
  'node:net': {
    'src/clients/registry/client/transport/hosts.ts': ['isIPv4'],
    'src/clients/kube/config/select-context.ts': ['isIPv6'],
    'src/clients/git/check-address.ts': ['isIP'],
    'src/controller/observability/connection-limits.ts': ['isIP', 'Socket'],
    'src/controller/sources/webhooks/sender-address.ts': ['isIP'],
  },
  '@opentelemetry/exporter-trace-otlp-proto': { 'src/insight/tracing/build-tracer.ts': ['OTLPTraceExporter'] },
  'node:tls': { 'src/clients/registry/client/transport/dispatcher.ts': ['createSecureContext', 'rootCertificates'] },
};

/** Dispatchers connect. Requests to hosts that tenants and registries name use the one that checks addresses. */
const DISPATCHERS: Readonly<Record<string, readonly string[]>> = {
  'src/clients/http/addresses/guarded-dispatcher.ts': ['src/clients/registry/client/transport/dispatcher.ts'],
  // The API server is the one of the kubeconfig, or of the Pod's account.
  'src/clients/http/proxying-dispatcher.ts': [
    'src/clients/http/addresses/guarded-dispatcher.ts',
    'src/clients/kube/transport/dispatchers.ts',
  ],
};

describe('connections', () => {
  it('are opened by src/clients/http only', () => {
    const found = SOURCES.filter((module) => !module.path.startsWith('src/clients/http/')).flatMap((module) =>
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
    expect(found.map(([file]) => file)).to.deep.equal(['src/insight/dashboard/page/stream-data.ts']);
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
    expect(sending.map((module) => module.path)).to.deep.equal(['src/clients/http/send-request.ts']);
  });
});
