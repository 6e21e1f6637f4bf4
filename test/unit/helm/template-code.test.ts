import { expect } from 'chai';
import { codeLines, codeValue, templateText } from '../../../src/helm/template-code.ts';

describe('templateText', () => {
  it('writes code in place of values, and within them', () => {
    const manifest = { name: codeValue('.Release.Name'), user: `system:${codeValue('quote "a"')}:b` };
    expect(templateText(manifest)).to.equal('name: {{ .Release.Name }}\nuser: system:{{ quote "a" }}:b\n');
  });

  it('writes lines in place of keys and items, at their indentation', () => {
    const lines = '{{- with .Values.x }}\nx:\n  {{- toYaml . | nindent @2 }}\n{{- end }}';
    const items = '{{- toYaml .Values.items | nindent @ }}';
    expect(templateText({ spec: { [codeLines(lines)]: '', list: [{ a: 1 }, codeLines(items)] } })).to.equal(
      [
        'spec:',
        '  {{- with .Values.x }}',
        '  x:',
        '    {{- toYaml . | nindent 4 }}',
        '  {{- end }}',
        '  list:',
        '    - a: 1',
        '    {{- toYaml .Values.items | nindent 4 }}',
        '',
      ].join('\n'),
    );
  });

  it("keeps templates of Prometheus and Grafana as they are in Helm's output", () => {
    expect(templateText({ summary: 'Pod {{ $labels.pod }}' })).to.equal('summary: Pod {{ "{{" }} $labels.pod }}\n');
  });
});
