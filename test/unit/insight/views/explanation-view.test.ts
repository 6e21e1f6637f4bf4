import { expect } from 'chai';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { explanationView, type Variation } from '../../../../src/insight/views/explanation-view.ts';

function output(name: string, image: string, ...args: readonly string[]): readonly JsonObject[] {
  return [{ kind: 'Pod', metadata: { name }, spec: { containers: [{ name: 'build', image, args }] } }];
}

function variation(origin: string, ...outputs: readonly (readonly JsonObject[] | undefined)[]): Variation {
  return { origin, outputs: () => outputs };
}

describe('the explanation of an output', () => {
  it('names the inputs whose change changes, adds or removes a part, also if the object has another name then', () => {
    const { parts, unvaried } = explanationView(output('a', 'i', 'x', 'y'), [
      variation('name', output('b', 'i', 'x', 'y')),
      variation('image', undefined, output('a', 'i', 'x', 'y'), output('a', 'j', 'x', 'y')),
      variation('flag', output('a', 'i', 'x')),
      variation('nothing', output('a', 'i', 'x', 'y')),
      variation('refused', undefined, undefined),
    ]);
    expect(parts.map(({ path, origins }) => [path, ...origins])).to.deep.equal([
      ['kind'],
      ['metadata.name', 'name'],
      ['spec.containers[build].name'],
      ['spec.containers[build].image', 'image'],
      ['spec.containers[build].args[0]'],
      ['spec.containers[build].args[1]', 'flag'],
    ]);
    expect(unvaried).to.deep.equal(['refused']);
  });
});
