import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ensureServerBuilt, SERVER_ADMIN } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main, Stop } from './project.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureServerBuilt()
  if (!existsSync(at(SERVER_ADMIN))) throw new Stop('There is no apps/server/src/admin/main.ts to run.')
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(at(SERVER_ADMIN)).href)
  return undefined
})
