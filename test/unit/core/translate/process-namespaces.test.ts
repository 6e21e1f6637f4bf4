import { expect } from 'chai';
import * as fc from 'fast-check';
import { isJsonList, isJsonObject, type Json } from '../../../../src/core/model/json.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { arbitraryBuild } from '../../../support/arbitrary-build.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const BACKENDS: readonly Partial<TranslateOptions>[] = [
  { to: 'taskrun' },
  { to: 'pod', layout: 'init' },
  { to: 'pod', layout: 'containers' },
];

/** Fields of a Pod with which containers see each other's processes, or those of the node. */
const SHARING = ['shareProcessNamespace', 'hostPID', 'hostIPC', 'hostNetwork'];

/** The places of a Build in which a user could try to write such a field. */
const PLACES: readonly ((field: string) => Readonly<Record<string, unknown>>)[] = [
  (field) => ({ [field]: true }),
  (field) => ({ podTemplate: { [field]: true } }),
  (field) => ({ template: { spec: { [field]: true } } }),
  (field) => ({ securityContext: { [field]: true } }),
  (field) => ({ resources: { [field]: true } }),
];

describe('a workload', () => {
  it('never shares process namespaces, because buildpacks could then end or read the phases with credentials', () => {
    fc.assert(
      fc.property(arbitraryBuild, fc.constantFrom(...BACKENDS), ({ documents }, backend) => {
        const { manifests } = translate(documents, someOptions(backend));
        const fields = [...manifests].flatMap((manifest) => fieldsIn(manifest));
        expect(fields).to.include('securityContext');
        expect(fields.filter((name) => SHARING.includes(name))).to.deep.equal([]);
      }),
      { numRuns: 50 },
    );
  });

  for (const field of SHARING) {
    it(`cannot get ${field} from a Build, because no field of a Build leads to it`, () => {
      for (const [backend, place] of BACKENDS.flatMap((one) => PLACES.map((other) => [one, other] as const))) {
        const documents = [someBuild(place(field)), someAccount(), someFacts()];
        const { manifests, problems } = translate(documents, someOptions(backend));
        expect(problems.map(({ severity }) => severity)).to.include('error');
        expect([...manifests]).to.deep.equal([]);
      }
    });
  }
});

/** Returns the names of all fields in a value, at any depth. */
function fieldsIn(value: Json): readonly string[] {
  if (isJsonList(value)) return value.flatMap((item) => fieldsIn(item));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, item]) => [name, ...fieldsIn(item)]) : [];
}
