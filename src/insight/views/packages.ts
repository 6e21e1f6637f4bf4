import { compareTexts } from '../../core/model/compare-texts.ts';
import { defined } from '../../core/model/defined.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { fields, list, text } from '../../core/model/objects/reader.ts';

/** A package in a software bill of materials. */
export interface PackageView {
  readonly name: string;
  readonly version?: string;
  /** The package URL without its version, such as `pkg:npm/left-pad`. Distinguishes packages with the same name. */
  readonly purl?: string;
  /** The buildpack that lists the package. */
  readonly buildpack: string;
}

/** The most packages of one file: hostile buildpacks write these files. */
export const MAX_PACKAGES = 20_000;

/** A package of a CycloneDX, SPDX or Syft document. SPDX has the version in `versionInfo` and the package URL in `externalRefs`. */
const listedPackage = fields({
  name: text,
  version: text,
  versionInfo: text,
  purl: text,
  externalRefs: list(fields({ referenceType: text, referenceLocator: text })),
});

const packageLists = fields({
  components: list(listedPackage),
  artifacts: list(listedPackage),
  packages: list(listedPackage),
});

/** Returns the packages of a CycloneDX, SPDX or Syft document, at most `MAX_PACKAGES` and one more. */
export function packagesOf(document: JsonObject, buildpack: string): readonly PackageView[] {
  const { components, artifacts, packages } = packageLists(document);
  return [...components, ...artifacts, ...packages].slice(0, MAX_PACKAGES + 1).flatMap((each) => {
    const { name, version = each.versionInfo } = each;
    return name === undefined ? [] : [{ name, ...defined({ version, purl: purlOf(each) }), buildpack }];
  });
}

/** Returns the package URL (purl specification) without version, qualifiers and subpath. */
function purlOf({ purl, externalRefs }: ReturnType<typeof listedPackage>): string | undefined {
  const reference = externalRefs.find(({ referenceType }) => referenceType === 'purl');
  return (purl ?? reference?.referenceLocator)?.split(/[?#]/, 1)[0]?.replace(/@[^@/]*$/, '');
}

/** A package whose versions differ between two images. */
export interface PackageChange {
  readonly change: 'added' | 'removed' | 'updated';
  readonly name: string;
  readonly purl?: string;
  /** The versions that only the previous image has, and those that only this image has. A missing version is empty. */
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The buildpacks that list the package. */
  readonly buildpacks: readonly string[];
}

/** Returns the packages that differ, by name. An image can have several versions of one package. */
export function packageChanges(old: readonly PackageView[], now: readonly PackageView[]): readonly PackageChange[] {
  const [before, after] = [byIdentity(old), byIdentity(now)];
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((identity) => {
    const [left = [], right = []] = [before.get(identity), after.get(identity)];
    return changeOf(left, right) ?? [];
  });
  return changes.toSorted((one, other) => compareTexts(one.name, other.name));
}

function byIdentity(packages: readonly PackageView[]): ReadonlyMap<string, readonly PackageView[]> {
  const groups = new Map<string, PackageView[]>();
  for (const each of packages) {
    const identity = each.purl ?? each.name;
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, [each]);
    else group.push(each);
  }
  return groups;
}

function changeOf(left: readonly PackageView[], right: readonly PackageView[]): PackageChange | undefined {
  const [before, after] = [versionsOf(left), versionsOf(right)];
  const old = [...before].filter((version) => !after.has(version));
  const now = [...after].filter((version) => !before.has(version));
  const [first] = [...right, ...left];
  if (first === undefined || (old.length === 0 && now.length === 0)) return undefined;
  return {
    change: old.length === 0 ? 'added' : now.length === 0 ? 'removed' : 'updated',
    name: first.name,
    ...(first.purl !== undefined && { purl: first.purl }),
    old,
    new: now,
    buildpacks: [...new Set([...right, ...left].map(({ buildpack }) => buildpack))],
  };
}

function versionsOf(packages: readonly PackageView[]): ReadonlySet<string> {
  return new Set(packages.map(({ version = '' }) => version));
}
