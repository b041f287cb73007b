import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

it('[ID-1] a stored password matches only that password, and has a new salt each time', async () => {
  const [first, second] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(first).not.toBe(second)
  expect(first).not.toContain('correct')
  expect(first, 'what OWASP asks of scrypt').toMatch(/^scrypt\$131072\$8\$1\$/)
  expect(await verifyPassword('correct horse', first)).toBe(true)
  expect(await verifyPassword('correct  horse', first)).toBe(false)
  expect(await verifyPassword('', first)).toBe(false)
})

it('[ID-1] accents in a password matter, and both ways to compose them are equal', async () => {
  const kept = await hashPassword('caf\u00e9 au lait')
  expect(await verifyPassword('cafe\u0301 au lait', kept)).toBe(true)
  expect(await verifyPassword('cafe au lait', kept)).toBe(false)
})

it('[ID-1] refusing a password takes the same work without an account, without a password and with a damaged hash', async () => {
  for (const kept of [null, '', 'plain text', 'scrypt$131072$8$1$abc'])
    expect(await verifyPassword('correct horse', kept)).toBe(false)
})
