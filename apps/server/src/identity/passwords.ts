import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { Lanes } from '../lib/waiting.ts'

/** What OWASP's password storage page asks of scrypt: 128 MB of work memory, about 0.3 s. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
const KEY_LENGTH = 32

export const PASSWORD_MIN = 8
/** Long enough for any sentence, short enough that hashing it costs nothing extra. */
export const PASSWORD_MAX = 1024

/**
 * Hashes a password for keeping: `scrypt$N$r$p$salt$key`, so that the cost can be raised later.
 *
 * @param lane where it waits for its turn: the network that asks
 * @throws LaneFull where too many wait
 */
export async function hashPassword(password: string, lane = OPERATOR): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, KEY_LENGTH, COST, lane)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Returns whether a password matches a stored hash. Without a hash (no such account) it takes as long and returns
 * false. So the time of an answer doesn't reveal which e-mail addresses have accounts.
 *
 * @param lane where it waits for its turn: the network that asks
 * @throws LaneFull where too many wait
 */
export async function verifyPassword(
  password: string,
  kept: string | null,
  lane = OPERATOR,
): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (kept ?? '').split('$')
  const isKept = scheme === 'scrypt' && salt !== undefined && key !== undefined
  const expected = isKept ? Buffer.from(key, 'base64url') : Buffer.alloc(KEY_LENGTH)
  const cost = isKept ? { N: Number(N), r: Number(r), p: Number(p) } : COST
  const found = await derive(
    password,
    Buffer.from(isKept ? salt : '', 'base64url'),
    expected.length,
    cost,
    lane,
  )
  return timingSafeEqual(found, expected) && isKept
}

const OPERATOR = ''
/**
 * One password at a time: each takes 128 MB for a moment, and two at once would make the other requests wait for the
 * processor. A network that sends many waits in a lane of its own.
 */
const lanes = new Lanes(4, 64)

function derive(
  password: string,
  salt: Buffer,
  length: number,
  cost: ScryptOptions,
  lane: string,
): Promise<Buffer> {
  const options = { ...cost, maxmem: 256 * 1024 * 1024 }
  return lanes.run(
    lane,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, length, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}
