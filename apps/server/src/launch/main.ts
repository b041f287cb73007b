import { runBundle } from './bundle.ts'

/** The built server. */
runBundle().serve(process.env)
