import { someBuilder, someImage, someResolver, someWorld } from '../some-world.ts';
import type { WrittenWorld } from './written-world.ts';

const { sourceResolver: _resolver, ...WITHOUT_RESOLVER } = someWorld();
const { clusterBuilder: _builder, ...WITHOUT_BUILDER } = someWorld();

/** Worlds by the state of the builder and of the SourceResolver. */
export const BUILDERS_AND_SOURCES: readonly WrittenWorld[] = [
  { name: 'no SourceResolver yet', world: { ...WITHOUT_RESOLVER, builds: [] }, expected: 'ResolverNotReady' },
  {
    name: 'another source',
    world: someWorld({ image: someImage({ source: { git: { url: 'https://git.example/web', revision: 'next' } } }) }),
    expected: 'ResolverNotReady',
  },
  {
    name: 'a git server that could not be asked',
    world: someWorld({
      builds: [],
      sourceResolver: someResolver({
        source: { git: { url: 'https://git.example/web', revision: 'main', type: 'Unknown' } },
      }),
    }),
    expected: 'ResolverNotReady',
    differences: ['image-unknown-revision'],
  },
  {
    name: 'a SourceResolver without a source',
    world: someWorld({ sourceResolver: someResolver({ source: {} }) }),
    expected: 'ResolverNotReady',
    differences: ['image-resolver-without-source'],
  },
  {
    name: 'a SourceResolver that says why it is not ready',
    world: someWorld({
      sourceResolver: someResolver({ conditions: [{ type: 'Ready', status: 'False', message: 'git: 401' }] }),
    }),
    expected: 'ResolverNotReady',
    differences: ['image-resolver-says-why'],
  },
  {
    name: 'a Builder that is not ready',
    world: {
      ...WITHOUT_BUILDER,
      image: someImage({ builder: { kind: 'Builder', name: 'base' } }),
      builder: someBuilder(
        { conditions: [{ type: 'Ready', status: 'False', message: 'no stack' }] },
        { namespace: 'apps' },
        'Builder',
      ),
    },
    expected: 'BuilderNotReady',
  },
  {
    name: 'a builder whose spec has changed',
    world: someWorld({ clusterBuilder: someBuilder({}, { generation: 2 }) }),
    expected: 'BuilderNotReady',
  },
  {
    name: 'a builder that is not up to date',
    world: someWorld({ clusterBuilder: someBuilder({ conditions: [{ type: 'Ready', status: 'True' }] }) }),
    expected: 'UpToDate',
  },
  {
    name: 'a Builder of another namespace',
    world: {
      ...WITHOUT_BUILDER,
      image: someImage({ builder: { kind: 'Builder', name: 'base', namespace: 'other' } }),
      builder: someBuilder({}, { namespace: 'apps' }, 'Builder'),
    },
    expected: 'BuilderNotFound',
    differences: ['image-builder-elsewhere', 'image-status-from-builds'],
  },
  {
    name: 'a Builder that does not exist',
    world: { ...WITHOUT_BUILDER, builds: [], image: someImage({ builder: { kind: 'Builder', name: 'base' } }) },
    expected: 'BuilderNotFound',
    differences: ['image-missing-builder'],
  },
];
