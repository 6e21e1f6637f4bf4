import { expect } from 'chai';
import { maskedJson } from '../../../../src/insight/doctor/mask-bundle.ts';
import { lineMasks, textMask } from '../../../../src/core/mask/line-mask.ts';
import type { Json } from '../../../../src/core/model/json.ts';

const mask = textMask(lineMasks(['hunter2-hunter2']));

describe('a bundle of taskpack doctor', () => {
  const changes = JSON.stringify([{ reason: 'CONFIG', new: { env: [{ name: 'TOKEN', value: 'abc' }] } }]);
  const cases: readonly (readonly [title: string, before: Json, after: Json])[] = [
    ['the values of variables', { env: [{ name: 'TOKEN', value: 'abc' }] }, { env: [{ name: 'TOKEN', value: '***' }] }],
    ['variables in JSON in an annotation', { changes }, { changes: changes.replace('abc', '***') }],
    ['the data of a Secret', { kind: 'Secret', data: { a: 'YQ==' } }, { kind: 'Secret', data: '***' }],
    [
      'the headers of a collector',
      { settings: { OTEL_EXPORTER_OTLP_HEADERS: 'key=abc', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'key=abc' } },
      { settings: { OTEL_EXPORTER_OTLP_HEADERS: '***', OTEL_EXPORTER_OTLP_TRACES_HEADERS: '***' } },
    ],
    ['a known secret in a log', { log: 'the password is hunter2-hunter2' }, { log: 'the password is ***' }],
    ['credentials in a URL', { url: 'https://user:word@git.example.com/a' }, { url: 'https://***@git.example.com/a' }],
  ];
  for (const [title, before, after] of cases) {
    it(`masks ${title}`, () => {
      expect(maskedJson(before, mask)).to.deep.equal(after);
    });
  }

  it('keeps names, numbers and texts, and leaves out who wrote which field', () => {
    const object = { metadata: { name: 'a', managedFields: [] }, list: [1, true, null, 'text {'] };
    expect(maskedJson(object, mask)).to.deep.equal({ metadata: { name: 'a' }, list: [1, true, null, 'text {'] });
  });
});
