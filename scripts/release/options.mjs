import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../root.mjs';

export const USAGE = `Usage: npm run release -- VERSION --registry REGISTRY [--output DIR] [--push | --draft] [--key FILE]
       npm run release -- verify VERSION [--public-key FILE] [--registry REGISTRY] [--dir DIR] [--draft]

Makes a release below DIR: images, manifests, Tasks, the npm package, executables, SBOMs and checksums. Two runs of one commit give the
same bytes, except signatures, and unless Debian has published newer packages. Without --push, the command pushes nothing.

  --registry REGISTRY  REGISTRY or REGISTRY/PATH of the images
  --output DIR         directory of the files (default: dist/release/VERSION)
  --push               push the images and their SBOMs to REGISTRY
  --key FILE           sign the checksums with this private key of cosign or of PKCS#8. With --push, also sign the images, and attest the
                       provenance and SBOMs. COSIGN_PASSWORD is the password of the key.
  --draft              make the files although the commit is not the release of VERSION, and warn of the reasons

"verify" checks all that the release in DIR claims, and with --registry also the images in a registry. It compares the files with this
clone, so check out the tag of VERSION first, without changes. The command prints each claim that does not hold, and
warns if no signature or no registry was checked.

  --public-key FILE    check the signature of the checksums, and with --registry the signatures and attestations of the images, with
                       this public key
  --dir DIR            directory of the files (default: dist/release/VERSION)
  --draft              verify a draft, and warn of the reasons why this clone is not the release of VERSION
`;

const [TEXT, FLAG] = [{ type: 'string' }, { type: 'boolean' }];
const OF_MAKE = { registry: TEXT, output: TEXT, push: FLAG, key: TEXT, draft: FLAG };
const OF_VERIFY = { registry: TEXT, dir: TEXT, 'public-key': TEXT, draft: FLAG };

/**
 * Returns what the arguments ask for: `{ command: 'help' }`, `{ command: 'verify', version, kind, directory, registry, publicKeyFile }`, whose kind is `release` or `draft`, or
 * `{ command: 'make', version, directory, registry, mode, keyFile, args }`, whose mode is `dry-run`, `push` or `draft`. Throws an
 * `Error` unless the arguments are valid.
 */
export function readOptions(args) {
  const options = { help: FLAG, ...OF_MAKE, ...OF_VERIFY };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) return { command: 'help' };
  const isVerification = positionals[0] === 'verify';
  const [version, ...more] = isVerification ? positionals.slice(1) : positionals;
  if (version === undefined || more.length > 0) throw new Error(`name one VERSION\n\n${USAGE}`);
  return isVerification ? verification(version, values) : making(version, values, args);
}

function verification(version, values) {
  refuseOthers(values, OF_VERIFY);
  const { registry, dir, draft, 'public-key': publicKeyFile } = values;
  const kind = draft ? 'draft' : 'release';
  return { command: 'verify', version, kind, directory: folder(dir, version), registry, publicKeyFile };
}

function making(version, values, args) {
  refuseOthers(values, OF_MAKE);
  const { registry, output, key: keyFile } = values;
  if (registry === undefined) throw new Error('add --registry REGISTRY: release.yaml names the images there');
  const mode = modeOf(values);
  if (mode === 'draft' && keyFile !== undefined) throw new Error('a draft cannot be signed: remove --key or --draft');
  return { command: 'make', version, directory: folder(output, version), registry, mode, keyFile, args };
}

function modeOf({ push, draft }) {
  if (push && draft) throw new Error('a draft cannot be pushed: remove --push or --draft');
  if (push) return 'push';
  return draft ? 'draft' : 'dry-run';
}

function refuseOthers(values, own) {
  const mistake = Object.keys(values).find((name) => !(name in own));
  if (mistake !== undefined) throw new Error(`--${mistake} has no effect here\n\n${USAGE}`);
}

function folder(given, version) {
  return given === undefined ? path.join(ROOT, 'dist/release', version) : path.resolve(given);
}
