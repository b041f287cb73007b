import { expect, it } from 'vitest'
import { passwordProblem } from './passwords.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada.l@example.org' }

it.each([
  ['short', /at least 8/],
  ['x'.repeat(1025), /at most 1024/],
  ['password', /Many people/],
  ['PassWord1', /Many people/],
  ['12345678', /Many people/],
  ['iloveyou', /Many people/],
  ['adalovelace', /besides your name/],
  ['Lovelace1815', /besides your name/],
  ['ada.l@example.org', /besides your name/],
  ['ada.l2026', /besides your name/],
])('[ID-1] the new password "%s" is refused', async (password, sentence) => {
  expect(await passwordProblem(password, ADA)).toMatch(sentence)
})

it.each(['analytical engine', 'lovelace writes programs', 'пароль из слов', '𝓪𝓫𝓬𝓭𝓮𝓯𝓰𝓱𝓲', 'a'.repeat(1024)])(
  '[ID-1] the new password "%s" is accepted',
  async (password) => {
    expect(await passwordProblem(password, ADA)).toBeNull()
  },
)
