import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { until } from '../../cluster/processes/until.ts';
import type { ComponentBuildpack } from '../../cluster/universe/buildpack-source.ts';
import { serveHttp } from '../../support/http-server.ts';

/** Asks the URL in the variable GATE until the gate is open. Without the variable, it does not wait. */
export const WAITS: ComponentBuildpack = {
  kind: 'component',
  id: 'test/waits',
  version: '1.0.0',
  stacks: [{ id: '*' }],
  detect: 'exit 0',
  build: '[ -z "$GATE" ] || until wget -q -O /dev/null "$GATE"; do sleep 0.3; done',
};

/** Gates at which the waiting buildpack holds Builds. */
export interface Gates {
  /** Returns the value of GATE for a Build. */
  readonly urlFor: (gate: string, build: string) => string;
  readonly open: (gate: string) => void;
  /** Waits until the buildpack of a Build waits. */
  readonly arrival: (build: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the server of the gates, at an address that Pods can reach. */
export async function startGates(): Promise<Gates> {
  const opened = new Set<string>();
  const arrived = new Set<string>();
  const { address, stop } = await serveHttp(BRIDGE_ADDRESS, ({ url = '' }, response) => {
    const [, gate = '', build = ''] = url.split('/');
    arrived.add(build);
    response.writeHead(opened.has(gate) ? 200 : 404).end();
  });
  return {
    urlFor: (gate, build) => `http://${address}/${gate}/${build}`,
    open: (gate) => void opened.add(gate),
    arrival: async (build) => {
      const isThere = async (): Promise<true | undefined> => (arrived.has(build) ? true : undefined);
      await until(`the buildpack of ${build} to wait`, isThere, { seconds: 120 });
    },
    stop,
  };
}
