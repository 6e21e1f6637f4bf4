import { expect } from 'chai';
import { build } from '../../../../src/core/api/kpack/build.ts';
import { image } from '../../../../src/core/api/kpack/image.ts';
import { buildChanges } from '../../../../src/core/images/build-changes.ts';
import { someBuild, someImage } from '../../../support/documents.ts';

/** The status of a builder that knows what is in its image. */
const OF_BUILDER = {
  lifecycle: { version: '0.21.14' },
  stack: { runImage: `registry.example.com/run@sha256:${'1'.repeat(64)}` },
  builderMetadata: [{ id: 'example/hello', version: '1.0.0' }],
};

describe('the changes since the newest Build', () => {
  it('hold no password of a URL, because annotations and the log show them', () => {
    const source = { git: { url: `https://user:hunt'" er2@git.example.com/app`, revision: 'main' } };
    const { reasons, json } = buildChanges({
      image: image.parse(someImage({ source }).value),
      source,
      builder: { kind: 'ClusterBuilder', metadata: { name: 'base' }, status: {} },
      last: build.parse(
        someBuild({ source: { git: { ...source.git, url: 'https://token@git.example.com/b' } } }).value,
      ),
      nowMs: 0,
    });
    expect(reasons).to.deep.equal(['CONFIG']);
    expect(json).to.contain('https://***@git.example.com/app').and.to.contain('https://***@git.example.com/b');
    expect(json).not.to.match(/hunt|er2|token/);
    expect(JSON.parse(json)).to.have.length(1);
  });

  it('name a lifecycle only if the last Build knows its own, and nothing of the builder if it knows nothing', () => {
    const source = { git: { url: 'https://git.example.com/app', revision: 'main' } };
    const status = { conditions: [{ type: 'Succeeded', status: 'True' }] };
    const reasonsAfter = (last: object): readonly string[] =>
      buildChanges({
        image: image.parse(someImage({ source }).value),
        source,
        builder: { kind: 'ClusterBuilder', metadata: { name: 'base' }, status: OF_BUILDER },
        last: build.parse({ ...(someBuild({ source }).value as object), status: { ...status, ...last } }),
        nowMs: 0,
      }).reasons;
    expect(reasonsAfter({ lifecycleVersion: '0.20.12' })).to.deep.equal(['LIFECYCLE']);
    expect(reasonsAfter({ lifecycleVersion: '0.21.14' })).to.deep.equal([]);
    expect(reasonsAfter({})).to.deep.equal([]);
  });

  it('have the execution environment in the configuration', () => {
    const source = { git: { url: 'https://git.example.com/app', revision: 'main' } };
    const changes = (last: string | undefined, now: string | undefined): ReturnType<typeof buildChanges> =>
      buildChanges({
        image: image.parse(someImage({ source }, annotated(now)).value),
        source,
        builder: { kind: 'ClusterBuilder', metadata: { name: 'base' }, status: {} },
        last: build.parse(someBuild({ source }, annotated(last)).value),
        nowMs: 0,
      });
    const { reasons, json } = changes('test', 'development');
    expect(reasons).to.deep.equal(['CONFIG']);
    expect(JSON.parse(json)).to.deep.equal([
      {
        reason: 'CONFIG',
        old: { resources: {}, source, execEnv: 'test' },
        new: { resources: {}, source, execEnv: 'development' },
      },
    ]);
    expect(changes('test', undefined).reasons).to.deep.equal(['CONFIG']);
    expect(changes(undefined, 'test').reasons).to.deep.equal(['CONFIG']);
    expect(changes('test', 'test').reasons).to.deep.equal([]);
    expect(changes(undefined, undefined).reasons).to.deep.equal([]);
  });
});

function annotated(execEnv: string | undefined): { readonly annotations: Readonly<Record<string, string>> } {
  return { annotations: execEnv === undefined ? {} : { 'taskpack.dev/exec-env': execEnv } };
}
