import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'

/** Who a password is for: people who guess begin with these. */
export interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/**
 * Resolves with what is wrong with a new password, as a sentence; null when nothing is. Any signs are allowed. It must
 * be long enough even without the name and the e-mail in it, and none of the 49,233 most common ones.
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

/**
 * Resolves with common passwords. They are read when somebody chooses a password for the first time: 380 kB that no
 * other request needs.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common'] as readonly string[]),
  )
  return common
}
