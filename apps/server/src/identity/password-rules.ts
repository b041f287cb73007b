import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.ts'

/** Names and e-mails are the first guesses at a password. */
export interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/**
 * The problem with a new password, as a sentence; null: none. Any characters are allowed. It must be long enough without the
 * name and e-mail in it, and not among the 49,233 most common ones.
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

/** Loaded at first use: 380 kB that no other request needs. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common'] as readonly string[]),
  )
  return common
}
