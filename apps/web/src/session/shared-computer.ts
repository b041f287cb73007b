/**
 * Whether the person said at sign-in that others use this computer: the page then keeps nothing on the device, and a
 * reload signs out. It stands in the address that the sign-in leads back to. `public/boot.js` keeps it for scripts that
 * run when the address has changed; the first module may run before that script.
 */
export const isSharedComputer: boolean =
  typeof document !== 'undefined' &&
  (document.documentElement.dataset.shared !== undefined ||
    (location.search.includes('sign_in_code=') && location.search.includes('shared=true')))
