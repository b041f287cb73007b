import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { securityHeaders } from './security-headers.ts'

it('[PG-2] browsers are told to use only https if the site has it', () => {
  const lastingOf = (publicUrl: string) => {
    const config = readConfig({ CARDINAL_PUBLIC_URL: publicUrl })
    return config.ok ? securityHeaders(config.value)['strict-transport-security'] : 'no configuration'
  }
  expect(lastingOf('https://cards.example.org')).toBe('max-age=31536000')
  expect(lastingOf('http://localhost:3000')).toBeUndefined()
})
