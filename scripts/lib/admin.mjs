import { pathToFileURL } from 'node:url'
import { ensureServerBuilt, SERVER_ADMIN } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main } from './project.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureServerBuilt()
  await import(pathToFileURL(at(SERVER_ADMIN)).href)
  return undefined
})
