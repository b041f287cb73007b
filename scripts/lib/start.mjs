import { pathToFileURL } from 'node:url'
import { ensureBuilt, SERVER_MAIN } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main } from './project.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  process.setSourceMapsEnabled(true)
  // In the same process, so that SIGTERM reaches the server itself.
  await import(pathToFileURL(at(SERVER_MAIN)).href)
  return undefined
})
