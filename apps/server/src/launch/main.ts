import { runBundle } from './bundle.ts'

/** The built server. */
await runBundle().serve(process.env)
