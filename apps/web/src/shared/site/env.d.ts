interface ImportMetaEnv {
  readonly VITE_OFFICE_ADDRESS?: string
}
