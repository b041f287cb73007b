import { createServer } from 'node:net'

/**
 * Below the ports that Linux gives to outgoing connections (32768 and up), because such a connection could take a port
 * between this check and its use. Chromium blocks none of them.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000]

/**
 * A random free port, so that parallel runs on one machine don't meet.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    // Listen on all addresses, as the server does.
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
