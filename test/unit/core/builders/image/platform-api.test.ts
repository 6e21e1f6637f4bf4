import { expect } from 'chai';
import { assembleBuilder } from '../../../../../src/core/builders/image/assemble-builder.ts';
import type { LayerDescriptor } from '../../../../../src/core/inspection/inspected-image.ts';
import { readImageFacts } from '../../../../../src/core/inspection/image-facts.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { taskBuilder } from '../../../../../src/core/resolver/task-builder.ts';
import { digestOf } from '../some-world.ts';
import { someContent } from './some-content.ts';

/** Returns the Platform API of the phases of a builder that was published with this maximum. */
function phasesOf(published: string, maximum: string): string {
  const { manifest, config } = assembleBuilder(someContent({ maximumPlatformApi: published }));
  const document = Buffer.from(manifest.content).toString();
  const configuration = Buffer.from(config.content).toString();
  const inspection = readImageFacts({
    name: 'registry.example.com/builder:1',
    digest: digestOf('a'),
    manifest: document,
    configuration,
    config: JSON.parse(configuration) as JsonObject,
    layers: (JSON.parse(document) as { readonly layers: readonly LayerDescriptor[] }).layers,
  });
  if (inspection.kind === 'problems') throw new Error(inspection.problems.join('\n'));
  const reading = taskBuilder({ image: 'registry.example.com/builder:1' }, inspection.facts, { maximum });
  if (reading.kind === 'problems') throw new Error(reading.problems.join('\n'));
  return reading.builder.platformApi;
}

describe('the Platform API of the phases of a published builder', () => {
  it('is above 0.11 if MAXIMUM_PLATFORM_API_VERSION allows it, because the label lists the run images', () => {
    expect(phasesOf('0.12', '0.12')).to.equal('0.12');
  });

  it('is lower if the builder was published before the maximum was raised', () => {
    expect(phasesOf('0.11', '0.12')).to.equal('0.9');
  });
});
