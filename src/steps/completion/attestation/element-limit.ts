/** The most elements and relationships of all documents of a format together. */
const MAX_ELEMENTS = 200_000;

/** Throws if an SBOM would have too many elements and relationships, which are components and dependencies in CycloneDX. */
export function refuseTooManyElements(elements: number): void {
  if (elements > MAX_ELEMENTS)
    throw new Error(`the documents of the buildpacks have more than ${MAX_ELEMENTS} elements and relationships`);
}
