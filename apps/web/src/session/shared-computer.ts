/**
 * Whether the person said at sign-in that others use this computer: the page then stores nothing on the device,
 * and a reload signs out. The address after the sign-in says so. `public/boot.js` keeps this for scripts that run
 * when the address has changed; the first module may run before that script.
 */
export const isSharedComputer: boolean =
  typeof document !== 'undefined' &&
  (document.documentElement.dataset.shared !== undefined ||
    (location.search.includes('sign_in_code=') && location.search.includes('shared=true')))
