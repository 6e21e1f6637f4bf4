import { build, type BadDocument } from './bad-document.ts';

/** Values that kubectl reads differently than YAML 1.2. */
export const KUBECTL_DIFFERENCES: readonly BadDocument[] = [
  {
    title: 'a word that kubectl reads as a boolean',
    text: build('  env:\n  - { name: A, value: yes }\n  - { name: y, value: "yes" }\n'),
    problems: [
      'in.yaml:7:23 spec.env[0].value: kubectl reads yes as the boolean true; quote the value if it is a string',
      'in.yaml:8:13 spec.env[1].name: kubectl reads y as the boolean true; quote the value if it is a string',
    ],
  },
  {
    title: 'an octal number that is a string or of any type',
    text: `${build('  env:\n  - { name: A, value: 0100 }\n  resources: { limits: { memory: 0100 } }\n')}---
apiVersion: tekton.dev/v1beta1
kind: Task
metadata: { name: t }
spec: { params: [{ name: p, default: 0100 }], volumes: [{ name: v, csi: { driver: 0400 } }] }
`,
    problems: [
      'in.yaml:7:23 spec.env[0].value: kubectl reads 0100 as the number 64; quote the value if it is a string',
      'in.yaml:8:34 spec.resources.limits.memory: kubectl reads 0100 as the number 64; quote the value if it is a string',
      'in.yaml:16:38 spec.params[0].default: kubectl reads 0100 as the number 64; quote the value if it is a string',
      'in.yaml:16:83 spec.volumes[0].csi.driver: kubectl reads 0400 as the number 256; quote the value if it is a string',
    ],
  },
  {
    title: 'numbers in notations of YAML 1.1',
    text: build(
      '  env:\n  - { name: A, value: 1_000 }\n  - { name: B, value: 0b101 }\n  - { name: C, value: -0x1F }\n',
    ),
    problems: [
      'in.yaml:7:23 spec.env[0].value: kubectl reads 1_000 as the number 1000; quote the value if it is a string',
      'in.yaml:8:23 spec.env[1].value: kubectl reads 0b101 as the number 5; quote the value if it is a string',
      'in.yaml:9:23 spec.env[2].value: kubectl reads -0x1F as the number -31; quote the value if it is a string',
    ],
  },
  {
    title: 'a word as a key',
    text: build('  nodeSelector: { on: "true" }\n'),
    problems: ['in.yaml:6:19 spec.nodeSelector.on: kubectl reads the key on as "true"; quote the key'],
  },
  {
    title: 'a value that a merge key overwrites',
    text: `x-base: &base { name: other }\n${build('').replace('  name: sample', '  name: sample\n  <<: *base')}`,
    problems: [
      'in.yaml:1:1 x-base: unknown field "x-base"',
      'in.yaml:5:3 metadata.name: kubectl replaces this value with the value from the merge key (<<) below; move the merge key to the top of the mapping',
    ],
  },
  {
    title: 'differences in documents of supported kinds only',
    text: `kind: ConfigMap\napiVersion: v1\ndata: { a: yes }\n---\n${build('  defaultProcess: off\n')}`,
    problems: [
      'in.yaml:10:19 spec.defaultProcess: kubectl reads off as the boolean false; quote the value if it is a string',
    ],
  },
];
