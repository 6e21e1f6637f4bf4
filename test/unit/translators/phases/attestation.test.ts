import { expect } from 'chai';
import { isJsonObject, parseJson } from '../../../../src/core/model/json.ts';
import { objectAt, textAt } from '../../../support/json-field.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts, someSecret } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container } from '../../../support/workload.ts';

const PROJECT = '-project-metadata=/projectMetadata/project-metadata.toml';
const ANALYZED = '-analyzed=/var/analyzed/analyzed.toml';
const UID = '11111111-2222-3333-4444-555555555555';
const BUILD = someBuild({ defaultProcess: 'worker' }, { uid: UID, annotations: { 'taskpack.dev/exec-env': 'test' } });
const FACTS = someFacts({
  lifecycle: { apis: { platform: { supported: ['0.15'] } } },
  images: [{ image: 'registry.example.com/run' }],
});

describe('the attestation of a signed image', () => {
  for (const [options, workload, files] of [
    [{ to: 'pod', layout: 'init' }, 'pod-init', [PROJECT, ANALYZED]],
    [{ to: 'pod', layout: 'containers' }, 'pod-containers', [PROJECT, ANALYZED]],
    [{ to: 'pod', layout: 'init', creatorBuilders: ['*'] }, 'pod-init', [PROJECT]],
    [{ to: 'pod', layout: 'init', attestBuilds: 'none' }, undefined, []],
    [{ to: 'taskrun' }, undefined, []],
    [{ to: 'taskrun', attestBuilds: 'all' }, 'taskrun', [PROJECT, ANALYZED]],
  ] as const satisfies readonly (readonly [Partial<TranslateOptions>, string | undefined, readonly string[]])[]) {
    it(`is in the inputs of completion according to ${JSON.stringify(options)}`, () => {
      const { attestation, completion } = translated(options, 'cosign.key');
      expect(textAt(attestation, 'workload')).to.equal(workload);
      if (workload !== undefined) {
        expect(attestation).to.deep.include({
          build: { name: 'sample', uid: UID },
          defaultProcess: 'worker',
          execEnv: 'test',
        });
      }
      expect((completion.args ?? []).filter((arg) => /^-(?:project-metadata|analyzed)=/.test(arg))).to.deep.equal(
        files,
      );
    });
  }

  it('needs a signing key', () => {
    const { attestation, completion } = translated({ to: 'pod', layout: 'init', attestBuilds: 'all' }, 'other');
    expect(attestation).to.deep.equal({});
    expect(completion.args).to.not.include(PROJECT);
  });
});

function translated(options: Partial<TranslateOptions>, secretKey: string) {
  const account = someAccount({ secrets: [{ name: 'key' }] });
  const documents = [BUILD, account, someSecret('key', { stringData: { [secretKey]: 'a key' } }), FACTS];
  const manifest = [...translate(documents, someOptions(options)).manifests].at(-1) ?? {};
  const annotations = objectAt(objectAt(manifest, 'metadata'), 'annotations');
  const inputs = parseJson(textAt(annotations, 'taskpack.dev/inputs') ?? '');
  if (!isJsonObject(inputs)) throw new Error('the workload has no inputs');
  const completion: Container | undefined = readWorkload(manifest).containers.find(({ name }) => name === 'completion');
  if (completion === undefined) throw new Error('the workload has no completion');
  return { attestation: objectAt(objectAt(inputs, 'completion'), 'attestation'), completion };
}
