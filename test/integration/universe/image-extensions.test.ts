import { expect } from 'chai';
import { appendFileSync, chmodSync } from 'node:fs';
import path from 'node:path';
import type { Universe } from '../../cluster/universe/universe.ts';
import type { Workspace } from '../../support/workspace.ts';
import { someUniverse } from './some-universe.ts';
import { runPhase, unpackBuilder } from './unpacked-builder.ts';

const EXTENSION = '[[order-extensions]]\n[[order-extensions.group]]\nid = "test/extension"\nversion = "1.0.0"\n';

describe('image extensions of a builder, as the real detector reads them', function () {
  this.timeout(60_000);
  let images: Universe;
  let builder: Workspace;

  before(async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    images = await someUniverse();
  });

  beforeEach(() => {
    builder = unpackBuilder({
      lifecycle: images.lifecycle,
      packages: [images.environment],
      group: ['test/environment@1.0.0'],
    });
    const folder = 'cnb/extensions/test_extension/1.0.0';
    builder.write({
      [`${folder}/extension.toml`]: 'api = "0.10"\n[extension]\nid = "test/extension"\nversion = "1.0.0"\n',
      [`${folder}/bin/detect`]: '#!/bin/sh\nexit 100\n',
    });
    chmodSync(path.join(builder.path, folder, 'bin/detect'), 0o755);
  });
  afterEach(() => builder.remove());

  it('fail detect in the order at each Platform API below 0.13, whether they apply or not', () => {
    appendFileSync(path.join(builder.path, 'order.toml'), EXTENSION);
    for (const api of ['0.7', '0.8', '0.9', '0.10', '0.11', '0.12']) {
      const { status, output } = runPhase(builder, 'detector', api);
      expect(status, api).to.equal(1);
      expect(output).to.include("Platform requested experimental feature 'Dockerfiles'");
    }
    expect(runPhase(builder, 'detector', '0.13').status).to.equal(0);
  });

  it('do no harm in the image alone', () => {
    for (const api of ['0.7', '0.9', '0.14']) expect(runPhase(builder, 'detector', api).status, api).to.equal(0);
  });
});
