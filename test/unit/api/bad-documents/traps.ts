import { build, type BadDocument } from './bad-document.ts';

/** Values that kubectl reads otherwise. */
export const TRAPS: readonly BadDocument[] = [
  {
    title: 'a word',
    text: build('  env:\n  - { name: A, value: yes }\n  - { name: y, value: "yes" }\n'),
    problems: [
      'in.yaml:7:23 spec.env[0].value: kubectl reads yes as the boolean true; quote it if text is meant',
      'in.yaml:8:13 spec.env[1].name: kubectl reads y as the boolean true; quote it if text is meant',
    ],
  },
  {
    title: 'an octal number',
    text: build('  activeDeadlineSeconds: 0100\n'),
    problems: [
      'in.yaml:6:26 spec.activeDeadlineSeconds: kubectl reads 0100 as the number 64; quote it if text is meant',
    ],
  },
  {
    title: 'numbers in other dress',
    text: build(
      '  env:\n  - { name: A, value: 1_000 }\n  - { name: B, value: 0b101 }\n  - { name: C, value: -0x1F }\n',
    ),
    problems: [
      'in.yaml:7:23 spec.env[0].value: kubectl reads 1_000 as the number 1000; quote it if text is meant',
      'in.yaml:8:23 spec.env[1].value: kubectl reads 0b101 as the number 5; quote it if text is meant',
      'in.yaml:9:23 spec.env[2].value: kubectl reads -0x1F as the number -31; quote it if text is meant',
    ],
  },
  {
    title: 'a word as key',
    text: build('  nodeSelector: { on: "true" }\n'),
    problems: ['in.yaml:6:19 spec.nodeSelector.on: kubectl reads the key on as "true"; quote it'],
  },
  {
    title: 'a value that a merge key overwrites',
    text: `x-base: &base { name: other }\n${build('').replace('  name: sample', '  name: sample\n  <<: *base')}`,
    problems: [
      'in.yaml:1:1 x-base: unknown field "x-base"',
      'in.yaml:5:3 metadata.name: kubectl lets the merge key below overwrite this; write the merge key first',
    ],
  },
  {
    title: 'only in the document that is read',
    text: `kind: ConfigMap\napiVersion: v1\ndata: { a: yes }\n---\n${build('  defaultProcess: off\n')}`,
    problems: ['in.yaml:10:19 spec.defaultProcess: kubectl reads off as the boolean false; quote it if text is meant'],
  },
];
