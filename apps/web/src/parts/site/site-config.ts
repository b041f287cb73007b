/**
 * What the operator of a site fills in, at build, by environment variables. Everything has a value that
 * works without.
 */
export const siteConfig = {
  /** Where people write for help (VITE_SUPPORT_EMAIL). */
  supportEmail: import.meta.env.VITE_SUPPORT_EMAIL ?? 'support@cardinal.example',
  /** The office, for letters (VITE_OFFICE_ADDRESS). */
  officeAddress: import.meta.env.VITE_OFFICE_ADDRESS ?? 'Baner Road, Pune 411045, Maharashtra, India',
  /** The site's own address, for canonical links and the sitemap (VITE_SITE_URL). */
  siteUrl: (import.meta.env.VITE_SITE_URL ?? 'http://localhost:3000').replace(/\/$/, ''),
  /** The three films of the demo area; a slot without one offers the live example alone. */
  videos: {
    medicalNotes: import.meta.env.VITE_VIDEO_MEDICAL_NOTES ?? '',
    recipeLinks: import.meta.env.VITE_VIDEO_RECIPE_LINKS ?? '',
    projectTasks: import.meta.env.VITE_VIDEO_PROJECT_TASKS ?? '',
  },
  /** A public service that answers with the caller's address as text (VITE_ADDRESS_LOOKUP_URL). */
  addressLookupUrl: import.meta.env.VITE_ADDRESS_LOOKUP_URL ?? '',
} as const
