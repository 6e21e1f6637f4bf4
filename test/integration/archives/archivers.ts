/** A program that writes archives of a directory, and what its format cannot hold. */
export interface Archiver {
  readonly title: string;
  /** Returns the command that writes the content of the working directory to a file. */
  readonly command: (file: string) => readonly string[];
  /** The most bytes of a path. Longer paths make the program fail, or leave the file out. */
  readonly maxPath?: number;
  /** True if the program changes names that are not UTF-8. */
  readonly isUtf8Only?: boolean;
  /** True if the program cuts off long names of sparse files that are not UTF-8. Every reader then finds the cut name. */
  readonly cutsSparseNames?: boolean;
  /** True if the program writes no links. */
  readonly isWithoutLinks?: boolean;
  /** True if the program replaces backslashes in names. */
  readonly isWithoutBackslashes?: boolean;
}

const PYTHON_TAR = `
import sys, tarfile
formats = {'ustar': tarfile.USTAR_FORMAT, 'gnu': tarfile.GNU_FORMAT, 'pax': tarfile.PAX_FORMAT}
with tarfile.open(sys.argv[2], 'w', format=formats[sys.argv[1]], errors='surrogateescape') as archive: archive.add('.')
`;

const PYTHON_ZIP = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    for folder, folders, files in os.walk('.'):
        for name in folders + files: archive.write(os.path.join(folder, name))
`;

const gnu = (format: string, ...options: readonly string[]): Archiver['command'] => {
  return (file) => ['tar', `--format=${format}`, ...options, '--create', '--file', file, '.'];
};

/** Every format of every program. Paths of ustar are split at a slash, so that the limit is lower than the format's. */
export const TAR_ARCHIVERS: readonly Archiver[] = [
  { title: 'GNU tar, v7', command: gnu('v7'), maxPath: 90 },
  { title: 'GNU tar, ustar', command: gnu('ustar'), maxPath: 90 },
  ...['oldgnu', 'gnu', 'posix'].map((format): Archiver => ({ title: `GNU tar, ${format}`, command: gnu(format) })),
  { title: 'GNU tar, oldgnu, sparse', command: gnu('oldgnu', '--sparse') },
  ...['0.0', '0.1', '1.0'].map((version): Archiver => ({
    title: `GNU tar, posix, sparse ${version}`,
    command: gnu('posix', '--sparse', `--sparse-version=${version}`),
  })),
  {
    title: 'GNU tar, label and incremental',
    command: (file) => gnu('gnu', '--label=volume', `--listed-incremental=${file}.snapshot`)(file),
  },
  ...['pax', 'gnutar'].map((format): Archiver => ({
    title: `bsdtar, ${format}`,
    command: (file) => ['bsdtar', `--format=${format}`, '--create', '--file', file, '.'],
    cutsSparseNames: true,
  })),
  ...['ustar', 'v7'].map((format): Archiver => ({
    title: `bsdtar, ${format}`,
    command: (file) => ['bsdtar', `--format=${format}`, '--create', '--file', file, '.'],
    maxPath: 90,
  })),
  { title: 'busybox tar', command: (file) => ['busybox', 'tar', '-c', '-f', file, '.'] },
  { title: 'Python, ustar', command: (file) => ['python3', '-c', PYTHON_TAR, 'ustar', file], maxPath: 90 },
  ...['gnu', 'pax'].map((format): Archiver => ({
    title: `Python, ${format}`,
    command: (file) => ['python3', '-c', PYTHON_TAR, format, file],
  })),
];

/** The formats of Go's archive/tar and archive/zip. Its ustar holds ASCII only, so it is left out. */
export const GO_FORMATS = ['gnu', 'pax', 'zip'] as const;

export const ZIP_ARCHIVERS: readonly Archiver[] = [
  {
    title: 'Info-ZIP',
    command: (file) => ['zip', '--quiet', '--recurse-paths', '--symlinks', file, '.'],
  },
  {
    title: 'Python zipfile',
    command: (file) => ['python3', '-c', PYTHON_ZIP, file],
    isUtf8Only: true,
    isWithoutLinks: true,
  },
  {
    title: '7z',
    command: (file) => ['7z', 'a', '-tzip', '-snl', '-bso0', '-bsp0', file, '.'],
    isUtf8Only: true,
    isWithoutBackslashes: true,
  },
  {
    title: 'bsdtar, zip',
    command: (file) => ['bsdtar', '--format=zip', '--create', '--file', file, '.'],
  },
];
