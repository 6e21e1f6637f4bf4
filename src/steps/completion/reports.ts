import { cp, lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import { errorCode } from '../../core/model/error-code.ts';
import { isDigest } from '../../core/oci/digest.ts';
import { CompletionError } from '../../core/model/step-failures/step-error.ts';
import type { ReportCopies } from './command-line.ts';

/** Returns the image digest in `report.toml` (CNB Platform API, "report.toml"). Rejects with `ReportInvalid`. */
export async function readReportedDigest(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CompletionError(
      'ReportInvalid',
      `${file} cannot be read, because the previous phase did not report an image: see its log`,
      cause,
    );
  });
  const image = imageTable(text, file);
  if (typeof image !== 'object' || image === null) {
    throw new CompletionError('ReportInvalid', `${file} has no table [image]`);
  }
  const digest: unknown = 'digest' in image ? image.digest : undefined;
  if (typeof digest !== 'string' || !isDigest(digest)) {
    throw new CompletionError('ReportInvalid', `${file} has no valid image.digest, so the image is not in a registry`);
  }
  return digest;
}

function imageTable(text: string, file: string): unknown {
  try {
    return parse(text)['image'];
  } catch (cause) {
    throw new CompletionError('ReportInvalid', `${file} is not valid TOML`, cause);
  }
}

/** Copies `report.toml` and the SBOMs into a directory, without links and special files. Rejects with `OutcomeNotReported`. */
export async function copyReports(report: string, { directory, sbom }: ReportCopies): Promise<void> {
  try {
    await cp(report, path.join(directory, path.basename(report)));
    if (sbom !== undefined)
      await cp(sbom, path.join(directory, 'sbom'), { recursive: true, filter: isPlain }).catch(unlessMissing);
  } catch (cause) {
    const code = errorCode(cause);
    const reason = code === '' ? '' : ` (${code})`;
    throw new CompletionError(
      'OutcomeNotReported',
      `the image was built, but its reports cannot be copied to ${directory}${reason}`,
      cause,
    );
  }
}

/** Buildpacks write SBOMs. A program that reads a link of theirs in a later Task would read its own files. */
async function isPlain(file: string): Promise<boolean> {
  const info = await lstat(file);
  return info.isDirectory() || info.isFile();
}

/** Buildpacks are not required to write SBOMs. */
function unlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
