import { keepCode } from './bundle.ts'

/** The last step of the build. What was only run to be compiled must not go on. */
keepCode().then(() => process.exit())
