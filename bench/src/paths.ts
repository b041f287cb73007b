import { fileURLToPath } from 'node:url'

/** Returns a file of the project: this module is two folders deep, and so is the bundle that it gets into. */
export const projectFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The built server. */
export const SERVER = projectFile('apps/server/dist/main.js')
