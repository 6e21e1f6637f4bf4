import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { startNpmRegistry, type NpmRegistry } from '../package/npm-registry.ts';

describe('a reader uses the library', () => {
  const workspace = makeWorkspace();
  let registry: NpmRegistry;
  before(async () => {
    registry = await startNpmRegistry(workspace.path);
  });
  after(() => {
    registry?.stop();
    workspace.remove();
  });

  describePage('docs/how-to/use-as-a-library.md', {
    reader: () => ({
      values: { '/path/to/the/clone': ROOT },
      env: { npm_config_registry: registry.url, npm_config_cache: path.join(workspace.path, 'npm-cache') },
      prelude: 'npm init --yes > ~/log',
    }),
  });
});
