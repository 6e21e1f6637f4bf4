import { readFile } from 'node:fs/promises';
import { parse } from 'smol-toml';
import { isDigest } from '../../registry/client/descriptor.ts';
import { CompletionError } from './completion-error.ts';

/** The digest of the image that the exporter or rebaser has written (buildpacks/spec, platform.md, report.toml). Rejects with `ReportInvalid`. */
export async function readReportedDigest(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CompletionError('ReportInvalid', `${file} cannot be read: the phase before has reported no image`, cause);
  });
  const image = imageOf(text, file);
  if (typeof image !== 'object' || image === null) throw new CompletionError('ReportInvalid', `${file} names no image`);
  const digest: unknown = 'digest' in image ? image.digest : undefined;
  if (typeof digest !== 'string' || !isDigest(digest)) {
    throw new CompletionError('ReportInvalid', `${file} names no digest of an image in a registry`);
  }
  return digest;
}

function imageOf(text: string, file: string): unknown {
  try {
    return parse(text)['image'];
  } catch (cause) {
    throw new CompletionError('ReportInvalid', `${file} is not TOML`, cause);
  }
}
