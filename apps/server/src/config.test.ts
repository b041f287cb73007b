import { isAbsolute, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeProblems, projectRoot, readConfig } from './config.ts'

function mustRead(env: Record<string, string>) {
  const config = readConfig(env, '/somewhere')
  if (!config.ok) throw new Error(describeProblems(config.error))
  return config.value
}

function problems(env: Record<string, string>): readonly string[] {
  const config = readConfig(env, '/somewhere')
  return config.ok ? [] : config.error
}

describe('configuration', () => {
  it('[ID-1] an empty configuration means SQLite, the embedded provider and the free plan', () => {
    expect(mustRead({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      dataDir: '/somewhere/data',
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      freeCardLimit: 500,
      identity: { kind: 'embedded' },
      signUp: 'open',
      unknownVariables: [],
    })
  })

  it.each([
    [{}, 'open'],
    [{ CARDINAL_HOST: '127.0.0.1', CARDINAL_PUBLIC_URL: 'http://localhost:3000' }, 'open'],
    [{ CARDINAL_PUBLIC_URL: 'http://[::1]:3000' }, 'open'],
    [{ CARDINAL_HOST: '0.0.0.0' }, 'first-only'],
    [{ CARDINAL_PUBLIC_URL: 'https://cards.example.org' }, 'first-only'],
    [{ CARDINAL_PUBLIC_URL: 'https://cards.example.org', CARDINAL_SIGN_UP: 'open' }, 'open'],
    [
      {
        CARDINAL_PUBLIC_URL: 'https://cards.example.org',
        CARDINAL_OIDC_ISSUER: 'https://accounts.google.com',
        CARDINAL_OIDC_CLIENT_ID: 'abc',
      },
      'open',
    ],
  ])('[ID-1] with the configuration %j, sign-up is open to: %s', (env, signUp) => {
    expect(mustRead(env).signUp).toBe(signUp)
  })

  it('[ID-11] an operator can lift the limit of the free plan in the configuration', () => {
    expect(mustRead({ CARDINAL_FREE_CARD_LIMIT: '0' }).freeCardLimit).toBeNull()
    expect(mustRead({ CARDINAL_FREE_CARD_LIMIT: '20' }).freeCardLimit).toBe(20)
  })

  it.each([
    [{}, 'private', false, ''],
    [{ CARDINAL_PRICES: 'IN:INR:199' }, 'public', false, 'Baner Road, Pune 411045, Maharashtra, India'],
    [{ CARDINAL_PRICES: 'IN:INR:199', CARDINAL_SITE: 'private' }, 'private', true, ''],
    [{ CARDINAL_SITE: 'public', CARDINAL_OPERATOR_ADDRESS: '1 Mill Lane' }, 'public', false, '1 Mill Lane'],
  ])(
    '[PG-3] with the configuration %j, the kind of site is %s',
    (env, kind, hasShortStart, operatorAddress) => {
      expect(mustRead(env).site).toMatchObject({ kind, hasShortStart, operatorAddress })
    },
  )

  it('the public address is derived from the port, and a given one loses its trailing slash', () => {
    expect(mustRead({ CARDINAL_PORT: '4001' }).publicUrl).toBe('http://localhost:4001')
    expect(mustRead({ CARDINAL_PUBLIC_URL: 'https://x.example/cards/' }).publicUrl).toBe(
      'https://x.example/cards',
    )
  })

  it('the address of a storage of files has a key, a secret, a bucket, and perhaps a folder and a region', () => {
    const read = (CARDINAL_FILES_URL: string) => mustRead({ CARDINAL_FILES_URL }).filesAt
    expect(mustRead({}).filesAt).toBeNull()
    expect(read('https://AK:se%2Fcret@s3.example.org:9000/cards/of/ada?region=eu-west-1')).toEqual({
      endpoint: 'https://s3.example.org:9000',
      region: 'eu-west-1',
      bucket: 'cards',
      prefix: 'of/ada/',
      key: 'AK',
      secret: 'se/cret',
    })
    for (const wrong of ['https://s3.example.org/cards', 'https://a:b@s3.example.org', 'ftp://a:b@c/d'])
      expect(problems({ CARDINAL_FILES_URL: wrong })).toHaveLength(1)
  })

  it('an empty variable of the configuration counts as unset, and an absolute data folder is used unchanged', () => {
    expect(mustRead({ CARDINAL_PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    })
    expect(mustRead({ CARDINAL_DATA_DIR: '/var/cards' }).dataDir).toBe('/var/cards')
    expect(mustRead({ CARDINAL_DATA_DIR: './cards' }).dataDir).toBe('/somewhere/cards')
  })

  it('[ID-1] the configuration accepts any issuer, and names the provider after it', () => {
    const google = {
      CARDINAL_OIDC_ISSUER: 'https://accounts.google.com',
      CARDINAL_OIDC_CLIENT_ID: 'abc',
    }
    expect(mustRead(google)).toMatchObject({
      providerName: 'Google',
      identity: {
        kind: 'external',
        issuer: 'https://accounts.google.com',
        clientId: 'abc',
        clientSecret: null,
      },
    })
    expect(mustRead({ ...google, CARDINAL_OIDC_NAME: 'Our login' }).providerName).toBe('Our login')
  })

  it('the configuration names every wrong variable at once', () => {
    const wrong = {
      CARDINAL_PORT: '70000',
      CARDINAL_RATE_LIMIT: 'fast',
      CARDINAL_FREE_CARD_LIMIT: '-1',
      CARDINAL_SIGN_UP: 'maybe',
      CARDINAL_PUBLIC_URL: 'x.example',
      CARDINAL_OIDC_CLIENT_ID: 'abc',
      CARDINAL_SUPPORT_EMAIL: 'nobody',
      CARDINAL_BACKUP_KEEP: '0',
      CARDINAL_PRICES: 'IN:199',
      DATABASE_URL: 'mysql://user:secret@host/db',
    }
    const found = problems(wrong)
    expect(found).toHaveLength(Object.keys(wrong).length)
    for (const name of Object.keys(wrong))
      expect(found.filter((text) => text.includes(name))).not.toHaveLength(0)
    expect(found.join()).not.toContain('secret')
    expect(found.join()).toContain('CARDINAL_RATE_LIMIT is "fast"; it must be off, or a whole number')
  })

  it('the configuration accepts a rate limit of off, and prices by country', () => {
    expect(mustRead({ CARDINAL_RATE_LIMIT: 'off' }).rateLimit).toBeNull()
    expect(mustRead({ CARDINAL_PRICES: 'IN:INR:199, US:USD:4.50' }).prices).toEqual([
      { country: 'IN', currency: 'INR', amount: 199 },
      { country: 'US', currency: 'USD', amount: 4.5 },
    ])
  })

  it('[ID-11] [PG-6] payments are on when key, signing secret and prices are set, and no secret is printed', () => {
    const whole = {
      CARDINAL_STRIPE_SECRET_KEY: 'sk_test_abc',
      CARDINAL_STRIPE_WEBHOOK_SECRET: 'whsec_def',
      CARDINAL_PRICES: 'IN:INR:199,JP:JPY:500',
    }
    expect(mustRead({}).payments).toBeNull()
    expect(mustRead({ CARDINAL_PRICES: whole.CARDINAL_PRICES }).payments).toBeNull()
    expect(mustRead(whole).payments).toEqual({ secretKey: 'sk_test_abc', webhookSecret: 'whsec_def' })
    for (const name of Object.keys(whole)) {
      const found = problems({ ...whole, [name]: '' })
      expect(found).toHaveLength(1)
      expect(found[0]).toMatch(new RegExp(`^${name} must be set where`))
    }
    const wrong = problems({
      CARDINAL_STRIPE_SECRET_KEY: 'pk_live_abc',
      CARDINAL_STRIPE_WEBHOOK_SECRET: 'def',
      CARDINAL_PRICES: 'JP:JPY:4.5,IN:INR:0',
    })
    expect(wrong).toHaveLength(4)
    expect(wrong.join()).not.toMatch(/abc|def/)
  })

  it('the configuration trusts proxies by address, network or name, and names a value that is none of these', () => {
    const trusting = (value: string) => mustRead({ CARDINAL_TRUST_PROXY: value }).trustProxy
    expect([trusting('off'), trusting('1')]).toEqual([false, 1])
    for (const value of ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback, fd00::/8'])
      expect(trusting(value)).toBe(value)
    for (const value of ['on', '0', 'nginx', '10.0.0.0/33', '127.0.0.1,', '1.2.3'])
      expect(problems({ CARDINAL_TRUST_PROXY: value })[0]).toContain('it must be off, addresses like')
  })

  it('the configuration reports unknown variables whose names begin like its own', () => {
    expect(mustRead({ CARDINAL_PROT: '1', PATH: '/bin' }).unknownVariables).toEqual(['CARDINAL_PROT'])
  })

  it('the configuration finds the root of the project from any folder below it', () => {
    const root = projectRoot()
    expect(isAbsolute(root)).toBe(true)
    expect(projectRoot(join(root, 'apps/server/dist'))).toBe(root)
  })
})
