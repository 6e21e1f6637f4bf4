/** Returns the buildpacks in the lifecycle's group.toml: the detected buildpacks as `id@version`, in order. */
export function chosenGroup(text: string): readonly string[] {
  return Array.from(text.matchAll(/id = "(.*)"\n\s*version = "(.*)"/g), ([, id, version]) => `${id}@${version}`);
}
