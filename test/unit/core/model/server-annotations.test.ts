import { expect } from 'chai';
import { BLOB_ANNOTATION, GIT_ANNOTATION } from '../../../../src/core/model/credential-annotations.ts';
import { annotationFault, blobServerOrigin, gitServerHost } from '../../../../src/core/model/server-annotations.ts';

describe('the annotations of Secrets for sources', () => {
  for (const [annotation, host] of [
    ['github.com', 'github.com'],
    ['https://github.com', 'github.com'],
    ['http://github.com:8080', 'github.com:8080'],
    ['git@github.com', 'github.com'],
    ['git@[::1]:2222', '[::1]:2222'],
    ['GitHub.com', 'github.com'],
    ['müller.example', 'xn--mller-kva.example'],
    ['host_name:80', 'host_name:80'],
  ] as const) {
    it(`name a git server: ${annotation}`, () => {
      expect(gitServerHost(annotation)).to.equal(host);
      expect(annotationFault(GIT_ANNOTATION, annotation)).to.equal(undefined);
    });
  }

  for (const [annotation, advice] of [
    ['https://github.com/', 'https://github.com'],
    ['https://github.com/org', 'https://github.com'],
    ['github.com/org', 'github.com'],
    ['HTTPS://GitHub.com', 'https://github.com'],
    ['ssh://git@github.com', 'github.com'],
    ['ssh://git@github.com:2222/app', 'github.com:2222'],
    ['git@github.com:org/app', 'github.com'],
    ['me@github.com', 'github.com'],
    ['https://me:secret@github.com', 'https://github.com'],
    [' github.com\n', 'github.com'],
    ['*.github.com', 'the host, such as github.com'],
    ['github.com:', 'github.com'],
    ['git@git@github.com', 'github.com'],
    ['host"]\n[core]', 'the host, such as github.com'],
    ['http://', 'the host, such as github.com'],
  ] as const) {
    it(`match no git URL: ${JSON.stringify(annotation)}`, () => {
      expect(gitServerHost(annotation)).to.equal(undefined);
      const message = annotationFault(GIT_ANNOTATION, annotation);
      expect(message)
        .to.match(/matches no URL/)
        .and.to.satisfy((text: string) => text.endsWith(`; write ${advice}`));
      expect(message).not.to.include('secret');
    });
  }

  it('name an origin of blobs, or match no URL', () => {
    expect(blobServerOrigin('files.example')).to.equal('https://files.example');
    expect(blobServerOrigin('http://files.example:81/')).to.equal('http://files.example:81');
    expect(annotationFault(BLOB_ANNOTATION, 'files.example/path')).to.match(/; write files\.example$/);
    expect(annotationFault(BLOB_ANNOTATION, 'https://me:pw@files.example:444')).to.match(
      /; write https:\/\/files\.example:444$/,
    );
  });
});
