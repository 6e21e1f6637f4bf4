/** The buildpacks in a group.toml as the lifecycle writes it: those that detection has chosen, `id@version`, in order. */
export function chosenGroup(text: string): readonly string[] {
  return Array.from(text.matchAll(/id = "(.*)"\n\s*version = "(.*)"/g), ([, id, version]) => `${id}@${version}`);
}
