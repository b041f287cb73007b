import { spawn } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { at, main, say } from './project.mjs'

await main(async () => {
  await ensureInstalled()
  const serverPort = process.env.CARDINAL_PORT ?? '3000'
  const webPort = process.env.CARDINAL_WEB_PORT ?? '5173'
  const { CARDINAL_WEB_PORT: _, ...env } = process.env
  say(`The page is at http://localhost:${webPort}, its API at http://localhost:${serverPort}.`)

  // People sign in through Vite's address, so the identity provider must send them back there.
  const publicUrl = env.CARDINAL_PUBLIC_URL ?? `http://localhost:${webPort}`
  const server = start('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', at('apps/server/src/main.ts')], {
    env: { ...env, CARDINAL_PUBLIC_URL: publicUrl },
  })
  const web = start('vite/bin/vite.js', ['--strictPort'], {
    cwd: at('apps/web'),
    env: {
      ...env,
      CARDINAL_WEB_PORT: webPort,
      CARDINAL_API_URL: env.CARDINAL_API_URL ?? `http://localhost:${serverPort}`,
    },
  })
  return endTogether([server, web])
})

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
function start(tool, args, options) {
  return spawn(process.execPath, [at(`node_modules/${tool}`), ...args], { stdio: 'inherit', ...options })
}

/**
 * When one process ends, or a person presses Ctrl+C, ends the others as well.
 * @param {readonly import('node:child_process').ChildProcess[]} children
 * @returns {Promise<number>}
 */
async function endTogether(children) {
  let isAsked = false
  const endAll = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => {
      isAsked = true
      endAll()
    })
  const ends = children.map((child) => new Promise((resolve) => child.on('exit', resolve)))
  await Promise.race(ends)
  endAll()
  await Promise.all(ends)
  return isAsked ? 0 : 1
}
