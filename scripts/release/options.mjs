import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../root.mjs';

export const USAGE = `Usage: npm run release -- VERSION --registry REGISTRY [--output DIR] [--push | --draft] [--key FILE]

Makes a release below DIR: images, manifests, Tasks, the npm package, executables, SBOMs and checksums. Two runs of one commit give the
same bytes, except signatures, and unless Debian has published newer packages. Without --push, the command pushes nothing.

  --registry REGISTRY  REGISTRY or REGISTRY/PATH of the images
  --output DIR         directory of the files (default: dist/release/VERSION)
  --push               push the images and their SBOMs to REGISTRY
  --key FILE           sign the checksums with this private key of cosign or of PKCS#8. With --push, also sign the images, and attest the
                       provenance and SBOMs. COSIGN_PASSWORD is the password of the key.
  --draft              make the files although the commit is not the release of VERSION, and warn of the reasons
`;

const [TEXT, FLAG] = [{ type: 'string' }, { type: 'boolean' }];
const OPTIONS = { help: FLAG, registry: TEXT, output: TEXT, push: FLAG, key: TEXT, draft: FLAG };

/**
 * Returns what the arguments ask for: `'help'`, or `{ version, directory, registry, mode, keyFile, args }`,
 * whose mode is `dry-run`, `push` or `draft`. Throws an `Error` unless the arguments are valid.
 */
export function readOptions(args) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.help) return 'help';
  const [version, ...more] = positionals;
  if (version === undefined || more.length > 0) throw new Error(`name one VERSION\n\n${USAGE}`);
  const { registry, output, key: keyFile } = values;
  if (registry === undefined) throw new Error('add --registry REGISTRY: release.yaml names the images there');
  const mode = modeOf(values);
  if (mode === 'draft' && keyFile !== undefined) throw new Error('a draft cannot be signed: remove --key or --draft');
  const directory = output === undefined ? path.join(ROOT, 'dist/release', version) : path.resolve(output);
  return { version, directory, registry, mode, keyFile, args };
}

function modeOf({ push, draft }) {
  if (push && draft) throw new Error('a draft cannot be pushed: remove --push or --draft');
  if (push) return 'push';
  return draft ? 'draft' : 'dry-run';
}
