import { expect } from 'chai';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { layerFiles } from '../../../../src/clients/registry/layer-files.ts';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import { tar } from '../../../../src/core/oci/tar.ts';

const MAX_BYTES = 64 * 1024;

function file(path: string, content = '') {
  return { kind: 'file', path, content } as const;
}

async function read(content: Uint8Array): Promise<readonly (readonly [string, string])[]> {
  const layer = Readable.from([content], { objectMode: false });
  const files = await layerFiles(layer, { isWanted: (path) => path.endsWith('.json'), maxBytes: MAX_BYTES });
  return [...files].map(([path, bytes]) => [path, bytes.toString()]);
}

async function failure(content: Uint8Array): Promise<string> {
  return read(content).then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe('the files of a layer', () => {
  it('are those that are wanted', async () => {
    const { content } = makeLayer([file('/a.json', '{}'), file('/b.txt', 'b'), { kind: 'directory', path: '/c.json' }]);
    expect(await read(content)).to.deep.equal([['/a.json', '{}']]);
  });

  it('are refused if the layer unpacks to more than the limit, whatever its size in the registry', async () => {
    const large = file('/a.txt', ' '.repeat(MAX_BYTES));
    expect(await failure(gzipSync(tar([large])))).to.equal(`the layer has more than ${MAX_BYTES} bytes`);
    const headers = Array.from({ length: MAX_BYTES / 512 + 1 }, (_, index) => file(`/${index}.json`));
    expect(await failure(gzipSync(tar(headers)))).to.equal(`the layer has more than ${MAX_BYTES} bytes`);
  });

  it('are refused if the layer is not a gzipped archive', async () => {
    expect(await failure(Buffer.from('text'))).to.equal('the file does not start with a gzip header');
    expect(await failure(gzipSync('x'.repeat(2000)))).to.equal('the tar has a header whose checksum is wrong');
  });
});
