import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { Lanes } from '../lib/waiting.ts'

/** OWASP's recommendation for scrypt: 128 MB of memory, about 0.3 s. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
const KEY_LENGTH = 32

export const PASSWORD_MIN = 8
/** UTF-16 units. Hashing this many takes no longer than hashing a short password. */
export const PASSWORD_MAX = 1024

/**
 * `scrypt$N$r$p$salt$key`. The cost is part of it, so that it can be raised later.
 *
 * @param lane queue: the network that asks
 * @throws LaneFull when too many wait
 */
export async function hashPassword(password: string, lane = OPERATOR): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, KEY_LENGTH, COST, lane)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Without a hash (no such account) it takes equally long and returns false. So the time does not reveal
 * which e-mails have accounts.
 *
 * @param lane queue: the network that asks
 * @throws LaneFull when too many wait
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
 * Hashes one password at a time. Each takes 128 MB, and two at once would starve other requests of CPU
 * time. Each network has its own queue.
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

/** Name and e-mail, which are the first guesses at a password. */
export interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/**
 * What is wrong with a new password, as a sentence; null: nothing. Any characters are allowed. It must be
 * long enough even without the name and e-mail in it, and not be one of the 49,233 most common passwords.
 */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  if (password.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  const plain = password.normalize('NFKC').toLowerCase()
  if ((await commonPasswords()).has(plain))
    return 'Many people use this password, and others try it first. Use a short sentence.'
  return withoutOwner(plain, owner).length < PASSWORD_MIN
    ? `Use at least ${PASSWORD_MIN} characters besides your name and email.`
    : null
}

function withoutOwner(plain: string, { name, email }: PasswordOwner): string {
  const mail = email.trim().toLowerCase()
  const words = [
    mail,
    mail.split('@', 1)[0] ?? '',
    name.trim().toLowerCase(),
    ...name.toLowerCase().split(/\s+/),
  ]
  const known = words.filter((word) => word.length > 2).sort((a, b) => b.length - a.length)
  return known.reduce((rest, word) => rest.replaceAll(word, ''), plain)
}

let common: Promise<ReadonlySet<string>> | null = null

/** Imported at first use: 380 kB that only new passwords need. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common'] as readonly string[]),
  )
  return common
}
