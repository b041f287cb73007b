/**
 * Whether the person said at sign-in that others use this computer: the page then keeps nothing on the device, and a
 * reload signs out. `public/boot.js` reads it in the address that the sign-in leads back to, before anything is kept.
 */
export const isSharedComputer: boolean =
  typeof document !== 'undefined' && document.documentElement.dataset.shared !== undefined
