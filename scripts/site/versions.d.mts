export interface VersionLink {
  readonly text: string;
  readonly link: string;
  readonly target: '_self';
}

export function versionLinks(revision: string, all: readonly string[]): readonly VersionLink[];
