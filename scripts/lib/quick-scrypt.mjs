// Imported by tests: each creates accounts, and hashing a password takes 0.3 s of processor time. With this
// it takes a thousandth.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const REAL = Symbol.for('the real scrypt')
const { scrypt } = crypto
/** @type {typeof scrypt} */
const real = Reflect.get(scrypt, REAL) ?? scrypt
/** @param {Parameters<typeof scrypt>} given */
const quick = (...[password, salt, length, options, done]) =>
  real(password, salt, length, { ...options, N: 128 }, done)
Reflect.set(quick, REAL, real)
setScrypt(quick)

/**
 * Hashes passwords at their real cost while `run` lasts.
 *
 * @param {() => Promise<void>} run
 */
export async function withRealScrypt(run) {
  setScrypt(real)
  await run().finally(() => setScrypt(quick))
}

/** @param {unknown} scrypt */
function setScrypt(scrypt) {
  Reflect.set(crypto, 'scrypt', scrypt)
  syncBuiltinESMExports()
}
