import { pathToFileURL } from 'node:url'
import { ensureBuilt, SERVER_MAIN } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main } from './project.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  endWithNpm()
  // Runs in this process, so that SIGTERM reaches the server itself.
  await import(pathToFileURL(at(SERVER_MAIN)).href)
  return undefined
})

/**
 * Ends this process when npm ends. A SIGTERM to `npm start` ends the shell between npm and this process, and is not passed
 * on. So the end of that shell counts as the signal.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  timer.unref()
}
