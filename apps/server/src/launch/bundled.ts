/** What the launcher finds in the bundle. */
export { serve } from '../serve.ts'
export { rehearse } from './rehearse.ts'
