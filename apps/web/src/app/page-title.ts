import { useEffect } from 'react'

export function pageTitle(title: string | undefined): string {
  if (title === undefined) return 'Cardinal'
  return title.startsWith('Cardinal') ? title : `${title} · Cardinal`
}

/** Overrides the title of the route while the component is mounted. */
export function useTabTitle(shown: string): void {
  useEffect(() => {
    const before = document.title
    const title = pageTitle(shown)
    document.title = title
    return () => {
      // The next page may already have set its title.
      if (document.title === title) document.title = before
    }
  }, [shown])
}
