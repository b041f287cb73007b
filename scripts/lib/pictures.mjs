import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { freePort } from './free-port.mjs'
import { at, main } from './project.mjs'

/** Takes the pictures on a server with an empty data folder. */
await main(async () => {
  await ensureBuilt()
  const port = await freePort()
  const server = spawn(process.execPath, [at('e2e/start-server.mjs'), String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const origin = `http://localhost:${port}`
    await untilReady(origin)
    return await new Promise((done) => {
      const args = [at('apps/web/build/pictures.mjs'), origin, ...process.argv.slice(2)]
      const maker = spawn(process.execPath, args, { stdio: 'inherit' })
      maker.on('exit', (code) => done(code ?? 1))
    })
  } finally {
    server.kill('SIGTERM')
  }
})

/** @param {string} origin */
async function untilReady(origin) {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${origin}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The server does not get ready.')
}
