import { fileURLToPath } from 'node:url'

/** Absolute path of a file of the project. This module is two folders deep, and so is its bundle. */
export const projectFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const SERVER = projectFile('apps/server/dist/main.js')
