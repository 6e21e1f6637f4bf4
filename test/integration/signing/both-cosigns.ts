/**
 * Returns the definition of `cosign` in a page's shell: it runs cosign 2, and then cosign 3 for the commands that read. Both must succeed,
 * and cosign 2 prints the output.
 */
export function bothCosigns(programs: { readonly cosign: string; readonly cosign3: string }): string {
  return `cosign() {
  "${programs.cosign}" "$@" || return
  case "$1" in verify* | download) "${programs.cosign3}" "$@" > /dev/null ;; esac
}`;
}
