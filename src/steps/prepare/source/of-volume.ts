/** What a file system keeps for itself at the top of a volume; nobody but root may look into it. */
export function isOfVolume(name: string): boolean {
  return name === 'lost+found';
}
