import { expect } from 'chai';
import {
  canonicalName,
  parseImageReference,
  parseTag,
  pinnedTo,
  readImageReference,
} from '../../../../src/core/model/image-reference.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe('image references', () => {
  const rows: readonly (readonly [text: string, canonical: string])[] = [
    ['busybox', 'index.docker.io/library/busybox:latest'],
    ['docker.io/busybox', 'index.docker.io/library/busybox:latest'],
    ['index.docker.io/library/busybox:latest', 'index.docker.io/library/busybox:latest'],
    ['example/app', 'index.docker.io/example/app:latest'],
    ['localhost/app', 'localhost/app:latest'],
    ['host:5000/app', 'host:5000/app:latest'],
    ['registry.example.com/a/b:1.0_x', 'registry.example.com/a/b:1.0_x'],
    ['[::1]:5000/app', '[::1]:5000/app:latest'],
    [`registry.example.com/app@${DIGEST}`, `registry.example.com/app@${DIGEST}`],
    [`registry.example.com/app:1@${DIGEST}`, `registry.example.com/app@${DIGEST}`],
  ];
  for (const [text, canonical] of rows) {
    it(text, () => {
      const reference = parseImageReference(text);
      expect(reference && canonicalName(reference)).to.equal(canonical);
    });
  }

  const bad = [
    '',
    'a',
    'UPPER/app',
    'app:',
    'app:bad tag',
    `app:${'x'.repeat(129)}`,
    'app@sha256:12',
    `app@${DIGEST}@${DIGEST}`,
  ];
  const hostile = [
    '-daemon',
    'app:$(x)',
    '$(HOME).example.com/app',
    'a b/app',
    'host:port/app',
    'r/../..\n',
    'host:5000/team/../other/app',
    'host:5000/team/./app',
    'host:5000/../app',
    'host:5000//app',
    'host:5000/team/',
    'team//app',
    'team/..',
    `${'x'.repeat(256)}/a`,
  ];
  for (const text of [...bad, ...hostile]) {
    it(`${JSON.stringify(text).slice(0, 40)} is invalid`, () => {
      expect(parseImageReference(text)).to.equal(undefined);
    });
  }

  const faults: readonly (readonly [text: string, fault: string])[] = [
    ['', 'it is empty'],
    ['x'.repeat(721), 'it has 721 characters, and at most 720 are allowed'],
    ['r.example.com/x', 'the repository must have 2 to 255 characters, not 1'],
    ['r.example.com/', 'the repository must have 2 to 255 characters, not 0'],
    [`r.example.com/${'x'.repeat(256)}`, 'the repository must have 2 to 255 characters, not 256'],
    ['r.example.com/App', 'the repository has upper-case letters'],
    ['a b/app', 'the repository has other characters than letters, digits, underscores, hyphens, dots and slashes'],
    ['team//app', 'a part of the repository is empty, "." or ".."'],
    ['https://r.example.com/app', 'it is a URL; remove the part before the host'],
    ['-daemon', 'it begins with a hyphen'],
    ['host:port/app', 'the registry is not a host with an optional port'],
    ['app:', 'the tag is not 1 to 128 letters, digits, underscores, hyphens and dots'],
    ['app@sha256:12', 'the digest is not sha256: and 64 hexadecimal digits'],
    [`app@${DIGEST}@${DIGEST}`, 'it has more than one @'],
  ];
  for (const [text, fault] of faults) {
    it(`${JSON.stringify(text).slice(0, 40)}: ${fault}`, () => {
      expect(readImageReference(text)).to.deep.equal({ fault });
    });
  }

  it('parseTag rejects a digest', () => {
    expect(parseTag(`app@${DIGEST}`)).to.equal(undefined);
    expect(parseTag('app:1')?.tag).to.equal('1');
  });

  it('pinnedTo keeps the spelling of the name', () => {
    expect(pinnedTo('host:5000/app:1', DIGEST)).to.equal(`host:5000/app@${DIGEST}`);
    expect(pinnedTo('host:5000/app', DIGEST)).to.equal(`host:5000/app@${DIGEST}`);
    expect(pinnedTo(`app:1@sha256:${'f'.repeat(64)}`, DIGEST)).to.equal(`app@${DIGEST}`);
  });
});
