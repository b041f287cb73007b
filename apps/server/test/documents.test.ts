import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectRoot, readConfig } from '../src/config.ts'
import { VARIABLES } from '../src/config-variables.ts'

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8')
const NAME = /\b(?:CARDINAL_[A-Z_]+|DATABASE_URL)\b/g
const namesIn = (text: string) => [...new Set(text.match(NAME))].sort()
const SETTINGS = Object.keys(VARIABLES.shape).sort()
/** Of `npm run dev`, not of the server. */
const OF_DEVELOPMENT = ['CARDINAL_WEB_PORT', 'CARDINAL_API_URL']

describe('what is written about the settings', () => {
  it("is the whole truth in README's table, defaults included", () => {
    const rows = [...read('README.md').matchAll(/^\| (`(?:CARDINAL_|DATABASE_).*?) \| (.*?) \|/gm)]
    const table = rows.flatMap(([, cell = '', value = '']) =>
      cell
        .split(', ')
        .map((name) => [name.replaceAll('`', '').replace(/^…/, 'CARDINAL_DEMO'), value] as const),
    )
    expect(table.map(([name]) => name).sort()).toEqual(SETTINGS)
    for (const [name, value] of table) {
      const [, fallback] = /^`([^`<]+)`$/.exec(value) ?? []
      if (fallback !== undefined)
        expect([name, readConfig({ [name]: fallback })]).toEqual([name, readConfig({})])
    }
  })

  it('is complete in .env.example, with values that can be read', () => {
    const lines = [...read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)]
    const env = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
    const { POSTGRES_PASSWORD, ...settings } = env
    expect(POSTGRES_PASSWORD).toBe('')
    expect(Object.keys(settings).sort()).toEqual(SETTINGS)
    expect(readConfig({ ...settings, CARDINAL_OIDC_CLIENT_ID: 'some-id' })).toMatchObject({ ok: true })
  })

  it('names settings, commands and files that there are, in every page', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const page of ['README.md', 'docs/running.md', 'Dockerfile', 'compose.yaml']) {
      const text = read(page)
      for (const name of namesIn(text)) expect([...SETTINGS, ...OF_DEVELOPMENT], page).toContain(name)
      for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([a-z:]+)/g))
        expect(Object.keys(scripts), page).toContain(name)
    }
    for (const [, path = ''] of read('Dockerfile').matchAll(/(scripts\/\w+\.mjs)/g))
      expect(existsSync(join(projectRoot(), path)), path).toBe(true)
  })
})

describe('[PG-2] what is written about the privacy policy', () => {
  const page = read('docs/privacy-statements.md')

  it('[PG-2] has every section of the policy, in its order', () => {
    const policy = read('apps/web/src/features/pages/privacy-page.tsx')
    const sections = [...policy.matchAll(/^ {4}title: '(.+)',$/gm)].map(([, title]) => title)
    expect(sections).toHaveLength(14)
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(sections)
  })

  it('[PG-2] names for every statement a test that there is', () => {
    const tests = ['apps', 'packages', 'e2e']
      .flatMap((folder) => testsUnder(folder))
      .map(read)
      .join('\n')
    const titles = [...page.matchAll(/^\| (?!statement|---)[^|]+ \| ([^|]+) \|$/gm)].map(
      ([, title]) => title ?? '',
    )
    expect(titles.length).toBeGreaterThan(30)
    expect(titles.filter((title) => !tests.includes(`'${title}'`))).toEqual([])
  })
})

/** Files with tests, below a folder of the project. */
function testsUnder(folder: string): string[] {
  return readdirSync(join(projectRoot(), folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /node_modules|dist|^\./.test(entry.name) ? [] : testsUnder(path)
    return /\.(?:test|spec)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

describe('the container', () => {
  it('runs as an ordinary user, by exec, and tells whether it is well', () => {
    const last =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? ''
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK .*CMD \[/m)
    expect(last).toMatch(/^CMD \["node"/m)
    expect(last.indexOf('USER')).toBeLessThan(last.indexOf('\nCMD'))
  })

  it('is started by compose with settings that can be read, and data that outlives it', () => {
    const { services, volumes } = parse(
      read('compose.yaml')
        .replace(/\$\{[A-Z_]+:-(.*?)\}/g, '$1')
        .replace(/\$\{POSTGRES_PASSWORD:\?.*?\}/g, 'secret'),
    )
    expect(readConfig(services.cardinal.environment)).toMatchObject({
      ok: true,
      value: {
        host: '0.0.0.0',
        port: 3000,
        dataDir: '/data',
        trustProxy: 'uniquelocal',
        unknownVariables: [],
      },
    })
    expect(services.cardinal.depends_on.postgres.condition).toBe('service_healthy')
    for (const service of ['cardinal', 'postgres'])
      for (const volume of services[service].volumes)
        expect(Object.keys(volumes)).toContain(volume.split(':')[0])
  })
})
