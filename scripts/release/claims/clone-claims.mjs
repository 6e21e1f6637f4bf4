import { INDEX } from '../file-names.mjs';

/** Returns the claim that release.json describes a release, or a draft, as the user expects. */
export function kindClaim({ facts }, kind) {
  return {
    claim: 'release or draft',
    check: () => {
      if (facts.kind === kind) return;
      throw new Error(
        facts.kind === 'draft'
          ? `${INDEX} describes a draft, which can be made from any state of the repository: to verify a draft, add --draft`
          : `${INDEX} describes a release: remove --draft`,
      );
    },
  };
}

/** Returns the claim that the clone is the release of the version: other files in the clone say nothing about the release. */
export function stateClaim(version, faults) {
  return {
    claim: 'state of the clone',
    check: () => {
      if (faults.length > 0) throw new Error(`${faults.join('; ')}: run "git checkout v${version}" without changes`);
    },
  };
}
