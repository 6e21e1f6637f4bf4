import * as fc from 'fast-check';
import { OWNER, someBuild, type End } from '../some-world.ts';
import { buildpack, runImage } from './arbitrary-builder.ts';
import { config, SOURCES } from './arbitrary-config.ts';
import { mostly, present, rarely } from './arbitrary-fields.ts';

const build = fc.record({
  end: fc.oneof(
    { weight: 5, arbitrary: fc.constant<End>('True') },
    { weight: 3, arbitrary: fc.constant<End>('False') },
  ),
  spec: fc
    .tuple(
      config,
      fc.record({
        source: rarely(fc.constantFrom(...SOURCES), 1),
        lastBuild: rarely(fc.constant({ image: 'old', stackId: 's' }), 3),
      }),
    )
    .map(([first, second]) => present({ ...first, ...second })),
  status: fc
    .record({
      buildMetadata: rarely(fc.array(buildpack, { maxLength: 3 }), 4),
      stack: rarely(fc.record({ id: fc.constant('io.example.stack'), runImage }), 3),
      latestCacheImage: rarely(fc.constant('registry.example/cache@sha256:1'), 3),
      lifecycleVersion: rarely(fc.constant('0.19.0')),
    })
    .map(present),
  labels: fc
    .record({
      'image.kpack.io/imageGeneration': rarely(fc.constantFrom('1', '', 'x')),
      'image.kpack.io/buildNumber': rarely(fc.constantFrom('x'), 0.2),
    })
    .map(present),
  annotations: fc.record({ 'image.kpack.io/additionalBuildNeeded': rarely(fc.constant('x')) }).map(present),
  metadata: fc
    .record({
      deletionTimestamp: rarely(fc.constant('2026-02-01T00:00:00Z')),
      creationTimestamp: rarely(fc.integer({ min: 0, max: 1e6 }).map(distinctTime), 0.3),
      ownerReferences: rarely(fc.constant([{ ...OWNER, uid: 'earlier' }]), 0.3),
    })
    .map(present),
  gap: mostly(1, 2, 5),
});

/** Returns a time that no other Build has, because kpack sorts Builds of one second at random. */
function distinctTime(seconds: number): string {
  return new Date(Date.UTC(2025, 0, 1) + seconds * 1000).toISOString();
}

export const builds = fc
  .tuple(fc.array(build, { maxLength: 7 }), mostly<End | undefined>(undefined, 'Unknown', 'none'))
  .map(([list, last]) => {
    let number = 0;
    return list.map(({ end, gap, ...fields }, index) => {
      number += gap;
      const isLast = index === list.length - 1;
      const { status, ...rest } = fields;
      const ended = isLast && last !== undefined ? last : end;
      return someBuild(number, ended, { ...rest, ...(ended === 'True' && { status }) });
    });
  });
