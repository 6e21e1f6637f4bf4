import type { BadDocument } from './bad-document.ts';

const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n';
const FACTS = 'apiVersion: taskpack.dev/v1alpha1\nkind: ImageFacts\n';

/** Invalid Secrets, whose values messages must not quote, and invalid objects of other kinds. */
export const CORE_AND_FACTS: readonly BadDocument[] = [
  {
    title: 'a Secret with a number as value',
    text: `${SECRET}stringData:\n  password: 12345\n`,
    problems: ['in.yaml:6:13 stringData.password: expected a string, found a number'],
  },
  {
    title: 'a Secret with a list as value',
    text: `${SECRET}data: { password: [s3cr3t] }\n`,
    problems: ['in.yaml:5:9 data.password: expected a string, found an array'],
  },
  {
    title: 'a Secret with a string as data',
    text: `${SECRET}data: s3cr3t\n`,
    problems: ['in.yaml:5:7 data: expected an object, found a string'],
  },
  {
    title: 'a Secret with a value that kubectl reads differently',
    text: `${SECRET}stringData:\n  pin: 0123\n  open: yes\n`,
    problems: [
      'in.yaml:6:8 stringData.pin: kubectl reads this value as a number; quote the value if it is a string',
      'in.yaml:7:9 stringData.open: kubectl reads this value as a boolean; quote the value if it is a string',
    ],
  },
  {
    title: 'a Secret with a value that looks like an alias',
    text: `${SECRET}stringData:\n  password: *s3cr3t\n`,
    problems: ['in.yaml:6:14 this alias refers to no anchor; quote a value that begins with *'],
  },
  {
    title: 'a Secret with a value that looks like a tag',
    text: `${SECRET}stringData:\n  password: !s3cr3t\n`,
    problems: ['in.yaml:6:13 unknown tag; quote a value that begins with !'],
  },
  {
    title: 'a Secret with an unknown field',
    text: `${SECRET}stringdata: { password: s3cr3t }\n`,
    problems: ['in.yaml:5:1 stringdata: unknown field "stringdata"; did you mean "stringData"?'],
  },
  {
    title: 'a Secret with a string as immutable',
    text: `${SECRET}immutable: "s3cr3t"\n`,
    problems: ['in.yaml:5:12 immutable: expected a boolean, found a string'],
  },
  {
    title: 'a ServiceAccount with strings as secrets',
    text: 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: a }\nsecrets: [one]\nimagePullSecret: []\n',
    problems: [
      'in.yaml:4:11 secrets[0]: expected an object, found the string "one"',
      'in.yaml:5:1 imagePullSecret: unknown field "imagePullSecret"; did you mean "imagePullSecrets"?',
    ],
  },
  { title: 'ImageFacts without an image', text: FACTS, problems: ['in.yaml:1:1 image: missing field(s)'] },
  {
    title: 'ImageFacts with an invalid image',
    text: `${FACTS}image: A B\nrunImage: { image: "x:y:z", mirrors: [C] }\nimages: [{}]\n`,
    problems: [
      'in.yaml:3:8 image: invalid value: A B (the repository has upper-case letters)',
      'in.yaml:4:20 runImage.image: invalid value: x:y:z (the repository has other characters than letters, digits, underscores, hyphens, dots and slashes)',
      'in.yaml:4:39 runImage.mirrors[0]: invalid value: C (the repository must have 2 to 255 characters, not 1)',
      'in.yaml:5:10 images[0].image: missing field(s)',
    ],
  },
  {
    title: 'ImageFacts with several mistakes',
    text: `${FACTS}image: a/b\ndigest: sha256:1234\nuid: -1\ngid: 1.5\ntargets: [{ os: linux }]\nextensions: "no"\nplatform: linux\n`,
    problems: [
      'in.yaml:4:9 digest: invalid value: sha256:1234 (a digest is sha256: and 64 hexadecimal digits in lower case)',
      'in.yaml:5:6 uid: expected an integer of at least 0, found the number -1',
      'in.yaml:6:6 gid: expected an integer, found the number 1.5',
      'in.yaml:7:11 targets[0].arch: missing field(s)',
      'in.yaml:8:13 extensions: expected an array, found the string "no"',
      'in.yaml:9:11 platform: expected an object, found the string "linux"',
    ],
  },
];
