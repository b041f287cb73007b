interface ImportMetaEnv {
  readonly VITE_SUPPORT_EMAIL?: string
  readonly VITE_OFFICE_ADDRESS?: string
  readonly VITE_SITE_URL?: string
  readonly VITE_VIDEO_MEDICAL_NOTES?: string
  readonly VITE_VIDEO_RECIPE_LINKS?: string
  readonly VITE_VIDEO_PROJECT_TASKS?: string
  readonly VITE_ADDRESS_LOOKUP_URL?: string
}
