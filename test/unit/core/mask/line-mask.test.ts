import { expect } from 'chai';
import * as fc from 'fast-check';
import { lineMasks } from '../../../../src/core/mask/line-mask.ts';

function masked(lines: string, ...secrets: readonly string[]): string {
  return lines.split('\n').map(lineMasks(secrets)()).join('\n');
}

const PEM = '-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMHcCAQEEIIGb\n-----END EC PRIVATE KEY-----';

describe('lineMasks', () => {
  const patterns: readonly (readonly [line: string, shown: string])[] = [
    ['cloning https://me:pa%20ss@git.example/x', 'cloning https://***@git.example/x'],
    ['https://ghp_token@github.com/x and http://a:b@c', 'https://***@github.com/x and http://***@c'],
    ['ssh://git@github.com/x', 'ssh://git@github.com/x'],
    ['http://host/path?mail=a@b.example', 'http://host/path?mail=a@b.example'],
    ['> Authorization: Basic bWU6c2VjcmV0', '> Authorization: Basic ***'],
    ['{"authorization":"Bearer abc.def"}', '{"authorization":"Bearer ***"}'],
    ['Proxy-Authorization: abcdef', 'Proxy-Authorization: ***'],
    ['curl -H bearer 0123456789abcdef0123', 'curl -H bearer ***'],
    ['the bearer token was refused', 'the bearer token was refused'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln end', 'token *** end'],
    ['nothing to hide: a@b.example, 3:4, //c', 'nothing to hide: a@b.example, 3:4, //c'],
  ];
  for (const [line, shown] of patterns) {
    it(`masks ${line} as ${shown}`, () => expect(masked(line)).to.equal(shown));
  }

  it('masks known secrets in every encoding', () => {
    const secret = 'p"a ss+$wörd';
    for (const form of [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret), 'p\\"a ss+$wörd']) {
      expect(masked(`<${form}><${form}>`, secret)).to.equal('<***><***>');
    }
  });

  const awkward = `p"a ss+<$w\u00f6rd's>&/?x`;
  const words = JSON.stringify(awkward);
  for (const [encoder, form] of [
    ['base64 without padding', Buffer.from(awkward).toString('base64').replace(/=+$/, '')],
    ['base64 for URLs', Buffer.from(awkward).toString('base64url')],
    ['the JSON of Go', words.replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)],
    ['the JSON of Python', words.replace('\u00f6', '\\u00f6')],
    ['JSON in JSON', JSON.stringify(words)],
    ['a form', new URLSearchParams({ a: awkward }).toString()],
    ['the URL of Java', encodeURIComponent(awkward).replace("'", '%27').replaceAll('%20', '+')],
    ['a URL with small digits', encodeURIComponent(awkward).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())],
    ['XML', 'p&quot;a ss+&lt;$w\u00f6rd&apos;s&gt;&amp;/?x'],
    ['the HTML of Go', 'p&#34;a ss+&lt;$w\u00f6rd&#39;s&gt;&amp;/?x'],
    ['a shell', `'${awkward.replaceAll("'", "'\\''")}'`],
  ] as const) {
    it(`masks a secret in ${encoder}`, () => {
      const shown = masked(`<${form}>`, awkward);
      expect(shown).to.include('***');
      expect(shown.length).to.be.lessThan(12);
    });
  }

  it('masks a secret in base64 whatever precedes and follows it', () => {
    for (const [before, after] of [
      ['me:', ''],
      ['user:', '\n'],
      ['{"password":"', '"}'],
      ['', '\n'],
      ['a', 'bc'],
    ] as const) {
      const text = Buffer.from(`${before}hunter22-of-me${after}`).toString('base64');
      const shown = Buffer.from(masked(text, 'hunter22-of-me').replace(/\*+/, ''), 'base64').toString('latin1');
      for (const part of ['hunt', 'ter22', '-of-m']) expect(shown, text).to.not.include(part);
    }
  });

  it('masks a secret in base64 of several lines', () => {
    const long = Array.from({ length: 40 }, (_, place) => `part-${place}`).join('+');
    for (const length of [64, 76]) {
      const lines =
        Buffer.from(long)
          .toString('base64')
          .match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
      for (const line of masked(lines.join('\n'), long).split('\n').slice(0, -1)) expect(line).to.equal('***');
    }
  });

  it('masks secrets that overlap', () => {
    expect(masked('it is abcdefghi.', 'abcdef', 'defghi')).to.equal('it is ***.');
    expect(masked('it is abcdefabcdef.', 'abcdef')).to.equal('it is ******.');
  });

  it('masks a secret that colours or control characters split, and keeps the colours of other lines', () => {
    expect(masked('it is \u001b[31mhunt\u001b[1mer22\u001b[0m.', 'hunter22')).to.equal('it is ***.');
    expect(masked('it is hun\u0000ter22\u0007.', 'hunter22')).to.equal('it is ***.');
    expect(masked('\u001b[31mit\u001b[0m is hunter22.', 'hunter22')).to.equal('\u001b[31mit\u001b[0m is ***.');
  });

  it('masks the longest secret if one contains another', () => {
    expect(masked('hunter22 and hunter2', 'hunter2', 'hunter22')).to.equal('*** and ***');
  });

  it('does not mask short and empty values', () => {
    expect(masked('yes abc', 'abc', '', '\n')).to.equal('yes abc');
  });

  it("leaves prepare's own words readable if the password is one of them", () => {
    const lines = [
      'Loading registry credentials from service account secrets',
      'Loading secrets for "secret.example.com"',
      'No registry credentials were loaded from service account secrets',
      'the buildpack loads secrets',
    ];
    expect(masked(lines.join('\n'), 'secret').split('\n')).to.deep.equal([
      lines[0],
      'Loading secrets for "***.example.com"',
      lines[2],
      'the buildpack loads ***s',
    ]);
  });

  it('masks a secret whose file ends with a newline', () => {
    expect(masked('it is hunter22.', 'hunter22\n')).to.equal('it is ***.');
  });

  it('masks secrets that exceed the size of a pattern', () => {
    const secret = 'secret'.repeat(20_000);
    const certificates = Array.from({ length: 200 }, (_, index) => `${index}${'A'.repeat(1000)}`);
    expect(masked(`it is ${secret}.\n${certificates[7]}`, secret, certificates.join('\n'))).to.equal('it is ***.\n***');
  });

  it('masks every long line of a multi-line secret', () => {
    expect(masked('a-long-line-of-it\nand\nanother-long-line', 'a-long-line-of-it\nand\nanother-long-line\n')).to.equal(
      '***\nand\n***',
    );
  });

  it('masks private keys', () => {
    expect(masked(`before\n${PEM}\nafter`)).to.equal('before\n***\n***\n***\n***\n***\nafter');
    expect(masked(`key: ${PEM.replaceAll('\n', '\\n')} after`)).to.equal('key: *** after');
    expect(masked('-----BEGIN PUBLIC KEY-----\nMHcCAQEEIIGb')).to.equal('-----BEGIN PUBLIC KEY-----\nMHcCAQEEIIGb');
  });

  it('does not mask the rest of a log after a key without an end', () => {
    expect(masked('-----BEGIN PRIVATE KEY-----\nMHcCAQEEIIGb\nThis is a sentence.\nMHcCAQ')).to.equal(
      '***\n***\nThis is a sentence.\nMHcCAQ',
    );
  });

  it('keeps no state between logs', () => {
    const masks = lineMasks([]);
    expect(masks()('-----BEGIN PRIVATE KEY-----')).to.equal('***');
    expect(masks()('MHcCAQEEIIGb')).to.equal('MHcCAQEEIIGb');
  });

  it('masks every secret at every position', () => {
    const secret = fc.string({ minLength: 4, maxLength: 30 }).filter((text) => text.trim().length >= 4);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const shown = masked(`${before} ${value} ${after}`, value).replaceAll('***', '');
        return !shown.includes(value.trim()) || before.includes(value.trim()) || after.includes(value.trim());
      }),
    );
  });

  it('masks the end of a malicious line of up to 5 million characters', () => {
    const pieces = [
      'eyJ-',
      'eyJ.',
      '://',
      '://@',
      'bearer ',
      'authorization: ',
      '-----BEGIN A ',
      '+',
      'A: ',
      '- ',
      '=',
    ];
    const secret = 'é-hunter22';
    const key = lineMasks([secret])();
    // More than linear time for lines of this length exceeds every time limit of a test.
    for (const piece of pieces) {
      const line = `${piece.repeat(300_000)}${secret}`;
      expect(masked(line, secret).endsWith('***'), piece).to.equal(true);
      key('-----BEGIN PRIVATE KEY-----');
      expect(key(line).endsWith('***'), piece).to.equal(true);
    }
  });

  it('masks hostile lines in linear time', () => {
    const spaces = ' '.repeat(200_000);
    const begin = '-----BEGIN PRIVATE KEY-----';
    expect(masked(`${begin}\n${spaces}a!`)).to.equal(`***\n${spaces}a!`);
    expect(masked(`${begin}\nProc-Type: ${spaces}\u2028!\nMHcC`)).to.equal('***\n***\n***');
    const key = `${begin}MHcC-----END PRIVATE KEY-----`;
    expect(masked(key.repeat(20_000))).to.equal('***'.repeat(20_000));
  });

  it('masks a line of 500 KB with many secrets that begin alike within 100 ms', () => {
    for (const secrets of [
      Array.from({ length: 490 }, (_, index) => `${'a'.repeat(64)}${index}`),
      Array.from({ length: 490 }, (_, index) => `${'a'.repeat(1000 + index)}b`),
    ]) {
      const mask = lineMasks(secrets)();
      const start = process.cpuUsage();
      const shown = mask(`${'a'.repeat(500_000)}${secrets[0]}`);
      // The limit is higher, because a busy machine takes longer. Comparing all secrets takes more than 1 s.
      expect(process.cpuUsage(start).user).to.be.lessThan(400_000);
      expect(shown.endsWith('***')).to.equal(true);
    }
  });

  it('masks many lines with many secrets that begin alike in linear time', () => {
    const mask = lineMasks(Array.from({ length: 490 }, (_, index) => `${'a'.repeat(4 + index)}b`))();
    const start = process.cpuUsage();
    for (let line = 0; line < 1000; line += 1) mask('a'.repeat(500));
    expect(process.cpuUsage(start).user).to.be.lessThan(400_000);
  });

  it('masks URLs in ordinary lines although many secrets are URLs', () => {
    const secrets = Array.from({ length: 50 }, (_, index) => `https://host-${index}.example/${'x'.repeat(index)}`);
    const mask = lineMasks(secrets)();
    const line = `GET https://registry.example.com/v2/${'layer/'.repeat(10)}`;
    for (let count = 0; count < 5000; count += 1) expect(mask(line)).to.equal(line);
  });

  const json = JSON.stringify({ private: '\u00e9"S3cr3t/'.repeat(6000), end: '\u{1f511}\n' });
  for (const [form, text] of [
    ['plain', json],
    ['in JSON', JSON.stringify(json).slice(1, -1)],
    ['in a URL', encodeURIComponent(json)],
    ['in base64', Buffer.from(json).toString('base64')],
  ] as const) {
    it(`masks a secret of 80 KB ${form}`, () => {
      expect(masked(`it is ${text}.`, json)).to.equal('it is ***.');
    });
  }

  it('masks a secret of 80 KB in base64 after other text', () => {
    const shown = masked(Buffer.from(`user:${json}`).toString('base64'), json);
    expect(shown.length).to.be.lessThan(20);
  });
});
