import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { ACCESS_TOKEN_LIFE_MS, AccessTokens } from './access-token.ts'

const KEY = Buffer.alloc(32, 1).toString('base64url')
const CLAIMS = { userId: 'u', sessionId: 's' }

describe('access tokens', () => {
  it('[ID-3] an access token expires on time, even if it was read before', async () => {
    let now = 1_700_000_000_000
    const tokens = new AccessTokens(KEY, () => now)
    const token = await tokens.sign(CLAIMS)
    expect(await tokens.read(token)).toEqual(CLAIMS)
    now += ACCESS_TOKEN_LIFE_MS - 1
    expect(await tokens.read(token)).toEqual(CLAIMS)
    now += 1
    expect(await tokens.read(token)).toBeNull()
    expect(await tokens.read(token)).toBeNull()
    expect(await new AccessTokens(KEY, () => now).read(token)).toBeNull()
  })

  it('[ID-3] an access token is refused if it was issued too long ago or in the future, whatever expiry it names', async () => {
    const now = 1_700_000_000_000
    const forged = (issuedAt: number) =>
      new SignJWT({ sid: 's' })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer('cardinal')
        .setAudience('cardinal-api')
        .setSubject('u')
        .setIssuedAt(issuedAt / 1000)
        .setExpirationTime(now / 1000 + 86_400)
        .sign(Buffer.from(KEY, 'base64url'))
    const tokens = new AccessTokens(KEY, () => now)
    expect(await tokens.read(await forged(now))).toEqual(CLAIMS)
    expect(await tokens.read(await forged(now - 2 * ACCESS_TOKEN_LIFE_MS))).toBeNull()
    expect(await tokens.read(await forged(now + 86_000_000))).toBeNull()
  })

  it('[ID-10] an access token with changed claims is refused, even after the real one was read', async () => {
    const tokens = new AccessTokens(KEY, Date.now)
    const token = await tokens.sign(CLAIMS)
    await tokens.read(token)
    const [head = '', body = '', signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ ...JSON.parse(atob(body)), sub: 'other' })).toString(
      'base64url',
    )
    const other = await new AccessTokens(Buffer.alloc(32, 2).toString('base64url'), Date.now).sign(CLAIMS)
    for (const wrong of [
      `${head}.${forged}.${signature}`,
      `${head}.${body}.`,
      `${token}x`,
      other,
      '',
      '__proto__',
    ])
      expect(await tokens.read(wrong)).toBeNull()
  })
})
