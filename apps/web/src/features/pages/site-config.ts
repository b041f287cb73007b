/** What is written into the pages at build. The rest is asked of the server: see `site-options.ts`. */
export const siteConfig = {
  /** The office, for letters (VITE_OFFICE_ADDRESS). */
  officeAddress: import.meta.env.VITE_OFFICE_ADDRESS ?? 'Baner Road, Pune 411045, Maharashtra, India',
} as const
