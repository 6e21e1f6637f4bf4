/** Returns the packages that a package of package-lock.json brings along, sorted by name, without types and optional packages. */
export function broughtBy(packages, name) {
  const found = new Map();
  const waiting = [`node_modules/${name}`];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const needed of Object.keys(packages[at].dependencies ?? {})) {
      const place = placeOf(packages, at, needed);
      if (needed.startsWith('@types/') || found.has(place)) continue;
      found.set(place, packages[place]);
      waiting.push(place);
    }
  }
  return [...found]
    .map(([place, { license }]) => ({ name: nameAt(place), license }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns where Node finds a package that the package at a place requires: in its own node_modules or in one above. */
function placeOf(packages, from, name) {
  const candidates = [from, ...parents(from), ''].map((folder) => `${folder}/node_modules/${name}`.replace(/^\//, ''));
  const place = candidates.find((candidate) => packages[candidate] !== undefined);
  if (place === undefined) throw new Error(`package-lock.json has no ${name}, which ${from} requires`);
  return place;
}

function parents(place) {
  const end = place.lastIndexOf('/node_modules/');
  return end === -1 ? [] : [place.slice(0, end), ...parents(place.slice(0, end))];
}

function nameAt(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
