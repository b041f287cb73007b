import { keepCode } from './bundle.ts'

/** The last step of the build. */
await keepCode()
// What was only run to be compiled must not go on.
process.exit()
