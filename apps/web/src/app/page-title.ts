import { useEffect } from 'react'

/** Returns the title of the tab for a page of this title. */
export function pageTitle(title: string | undefined): string {
  if (title === undefined) return 'Cardinal'
  return title.startsWith('Cardinal') ? title : `${title} · Cardinal`
}

/** Sets the title of the tab where that of the nearest route does not fit what is shown. */
export function useTabTitle(shown: string): void {
  useEffect(() => {
    const before = document.title
    const title = pageTitle(shown)
    document.title = title
    return () => {
      // The next page may have set the title already.
      if (document.title === title) document.title = before
    }
  }, [shown])
}
