import { Readable, Writable } from 'node:stream';
import { run } from '../../../../src/cli/program.ts';
import type { Outcome } from '../../../support/command.ts';
import { asYaml } from '../pushed-universe.ts';
import type { FakeRegistry } from '../../registry/client-fake-registry.ts';
import type { BadInput, Command, Place } from './bad-input.ts';
import { servedImages } from './served-images.ts';
import { goodDocuments } from './some-documents.ts';
import { goodImages, type Images } from './some-images.ts';

/** Returns the command line and standard input of an invalid input that the source registry serves. */
export interface Case {
  readonly args: readonly string[];
  readonly stdin: string;
  /** Replaces addresses and digests in the command's text with names. */
  readonly plain: (text: string) => string;
}

/** Configures the source registry to serve an invalid input. */
export function prepare(input: BadInput, source: FakeRegistry, place: Place): Case {
  const { command = 'builder publish', images, answer, documents = Object.values } = input;
  const good = goodImages();
  const served: Images = { ...good, ...images?.(good) };
  source.answer = (request) => answer?.(request, place, good) ?? servedImages(served, request);
  const objects = documents(goodDocuments(place.source, place.target), place, good);
  return {
    args: argumentsOf(command, place),
    stdin: typeof objects === 'string' ? objects : asYaml(objects),
    plain: (text) => plain(text, place, served),
  };
}

function argumentsOf(command: Command, { source }: Place): readonly string[] {
  if (typeof command !== 'string') return [command[0], `${source}/${command[1]}`];
  return [...command.split(' '), '-f', '-'];
}

/** Runs a command line in this process, as `main` does. */
export async function runHere({ args, stdin }: Case, environment: Readonly<Record<string, string>>): Promise<Outcome> {
  const [output, errors] = [collector(), collector()];
  const terminal = { input: Readable.from([Buffer.from(stdin)]), output, errors, environment };
  const status = await run(args, terminal);
  return { status, stdout: output.text(), stderr: errors.text() };
}

function collector(): Writable & { text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}

function plain(text: string, { source, elsewhere, target }: Place, images: Images): string {
  const names = Object.entries(images).flatMap(([name, { manifest, config, layers }]) => [
    [manifest.digest, name] as const,
    [config.digest, `${name}-config`] as const,
    ...layers.flatMap(({ digest, diffId }, nth) => [
      [digest, `${name}-layer-${nth}`] as const,
      [diffId, `${name}-diff-${nth}`] as const,
    ]),
  ]);
  return names
    .reduce((rest, [digest, name]) => rest.replaceAll(digest, name), text)
    .replaceAll(/(sha\d+):([0-9a-f])\2{63,}/g, '$1:$2…')
    .replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…')
    .replaceAll(target, 'B')
    .replaceAll(target.split('/')[0] ?? '', 'R')
    .replaceAll(source, 'F')
    .replaceAll(elsewhere, 'E');
}
