/** Returns the title of the tab for a page of this title. */
export function pageTitle(title: string | undefined): string {
  if (title === undefined) return 'Cardinal'
  return title.startsWith('Cardinal') ? title : `${title} · Cardinal`
}
