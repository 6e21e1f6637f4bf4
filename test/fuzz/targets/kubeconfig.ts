import * as fc from 'fast-check';
import path from 'node:path';
import { loadClientConfig } from '../../../src/clients/kube/config/load-client-config.ts';
import { KubeError } from '../../../src/clients/kube/kube-error.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { type FuzzTarget, fuzzTarget } from '../fuzz-target.ts';
import { hostileText } from '../hostile/hostile-json.ts';
import { kubeconfigText, SECRETS } from '../hostile/kubeconfigs.ts';
import { BrokenPromise, endingOf } from '../oracle.ts';

interface KubeconfigCase {
  readonly config: string;
  readonly tokenFile: string;
  readonly context: string | null;
  readonly proxy: string;
}

const cases: fc.Arbitrary<KubeconfigCase> = fc.record({
  config: kubeconfigText,
  tokenFile: fc.oneof(fc.constant(SECRETS.token), hostileText),
  context: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileText }),
  proxy: fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    // The kernel ends a variable at a NUL character.
    { weight: 1, arbitrary: hostileText.map((text) => text.replaceAll('\0', '')) },
  ),
});

/** The values of headers that Node accepts. */
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** A kubeconfig gives usable credentials or an error, and no error contains a secret. */
export const KUBECONFIG: FuzzTarget = fuzzTarget('kubeconfig', cases, async (input: KubeconfigCase) => {
  const { config, tokenFile, context, proxy } = input;
  const workspace = makeWorkspace();
  try {
    workspace.write({ config, token: tokenFile });
    const work = async (): Promise<void> => {
      const { authentication, impersonation, server, tls } = await loadClientConfig({
        environment: { PATH: '/bin', HTTPS_PROXY: proxy },
        now: () => 0,
        selection: { kubeconfig: path.join(workspace.path, 'config'), ...(context !== null && { context }) },
        serviceAccountFolder: path.join(workspace.path, 'none'),
      });
      tls();
      const { authorization = '' } = await authentication.current();
      const values = [authorization, ...Object.values(impersonation).flat()];
      for (const value of values)
        if (!HEADER_VALUE.test(value)) throw new BrokenPromise(`the header ${JSON.stringify(value.slice(0, 100))}`);
      for (const name of Object.keys(impersonation))
        if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
          throw new BrokenPromise(`the header name ${JSON.stringify(name.slice(0, 100))}`);
      if (!/^https?:$/.test(server.protocol)) throw new BrokenPromise(`the server ${server.href}`);
    };
    const ending = await endingOf(work, { codeOf, secrets: Object.values(SECRETS) });
    return ending.kind === 'value' ? 'value' : ending.code;
  } finally {
    workspace.remove();
  }
});

function codeOf(error: unknown): string | undefined {
  const isExpected = error instanceof KubeError && ['CONFIGURATION', 'CREDENTIALS'].includes(error.code);
  return isExpected ? error.code : undefined;
}
