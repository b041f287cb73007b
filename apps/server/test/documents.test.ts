import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { COMMANDS } from '../src/admin/commands.ts'
import { projectRoot, readConfig, VERSION } from '../src/config.ts'
import { VARIABLES } from '../src/config-variables.ts'

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8')
const NAME = /\b(?:CARDINAL_[A-Z_]+|DATABASE_URL)\b/g
const namesIn = (text: string) => [...new Set(text.match(NAME))].sort()
const SETTINGS = Object.keys(VARIABLES.shape).sort()
/** Variables of `npm run dev`, not of the server. */
const OF_DEVELOPMENT = ['CARDINAL_WEB_PORT', 'CARDINAL_API_URL']

describe('what is written about the settings', () => {
  it('the page about settings lists exactly the settings of the table, with their defaults', () => {
    const rows = [
      ...read('docs/configuration.md').matchAll(/^\| (`(?:CARDINAL_|DATABASE_).*?) \| (.*?) \|/gm),
    ]
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

  it('.env.example lists all settings with valid values', () => {
    const lines = [...read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)]
    const env = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
    const { POSTGRES_PASSWORD, IMAGE, ...settings } = env
    expect([POSTGRES_PASSWORD, IMAGE]).toEqual(['', `cardinal:${VERSION}`])
    // Without the variable that only tests use.
    expect([...Object.keys(settings), 'CARDINAL_FETCH_TEST_ADDRESS'].sort()).toEqual(SETTINGS)
    expect(readConfig({ ...settings, CARDINAL_OIDC_CLIENT_ID: 'some-id' })).toMatchObject({ ok: true })
  })

  it('the documentation lists every operator command once, and has the systemd unit unchanged', () => {
    const listed = [...read('docs/commands.md').matchAll(/^\| `npm run (?:-s )?admin -- ([a-z-]+)/gm)]
    expect(listed.map(([, name]) => name).sort()).toEqual(Object.keys(COMMANDS).sort())
    expect(read('docs/running.md')).toContain('deploy/cardinal.service')
    expect(read('deploy/cardinal.service')).toContain('ExecStart=/usr/bin/node apps/server/dist/main.js')
  })

  it('every page names only settings, commands and files that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const page of [
      'README.md',
      'docs/configuration.md',
      'docs/commands.md',
      'docs/running.md',
      'Dockerfile',
      'compose.yaml',
    ]) {
      const text = read(page)
      for (const name of namesIn(text)) expect([...SETTINGS, ...OF_DEVELOPMENT], page).toContain(name)
      for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([a-z:]+)/g))
        expect(Object.keys(scripts), page).toContain(name)
    }
    for (const [, path = ''] of read('Dockerfile').matchAll(/(scripts\/\w+\.mjs)/g))
      expect(existsSync(join(projectRoot(), path)), path).toBe(true)
  })
})

/** Number of level 1 and 2 requirements in each section of ASVS 5.0.0. They are numbered from 1. */
const ASVS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'

describe('what is written about security and reliability', () => {
  it('[PG-2] the security page has a row for every item of ASVS 5.0, levels 1 and 2, with a state and a test or a reason', () => {
    const rows = [
      ...read('docs/security.md').matchAll(
        /^\| (?<item>[\d.]+) \| [^|]+ \| (?<state>[^|]+) \| (?<how>[^|]+) \|$/gm,
      ),
    ].map(({ groups }) => groups ?? {})
    const wanted = ASVS.split(' ').flatMap((section) => {
      const [name, count] = section.split(':')
      return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`)
    })
    expect(wanted).toHaveLength(253)
    const items = rows.map(({ item }) => item ?? '')
    expect(items).toEqual(wanted)
    const states = ['met', 'partly', 'not met', 'operator', 'does not apply']
    for (const { item, state } of rows) expect(states, item).toContain(state)
    // "as 1.3.1" is valid if that item exists and comes before.
    for (const [at, { how = '' }] of rows.entries())
      for (const [, other = ''] of how.matchAll(/(?:^as|see) ([\d.]+\d)/g))
        expect(items.slice(0, at), how).toContain(other)
  })

  it('the pages about security and reliability name only test files that exist', () => {
    const files = new Set(
      ['apps', 'packages', 'e2e'].flatMap(testsUnder).map((path) => path.slice(path.lastIndexOf('/') + 1)),
    )
    for (const page of ['docs/security.md', 'docs/reliability.md']) {
      const named = [...read(page).matchAll(/`([\w-]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name)
      expect(named.length).toBeGreaterThan(10)
      expect(
        named.filter((name) => !files.has(name)),
        page,
      ).toEqual([])
    }
  })

  it('the bill of materials lists what people run, and no development dependencies', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(projectRoot(), 'scripts/run.mjs'), 'sbom'], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    const { bomFormat, components } = JSON.parse(stdout) as {
      bomFormat: string
      components: { name: string; version: string; purl: string }[]
    }
    expect(bomFormat).toBe('CycloneDX')
    const names = components.map(({ name }) => name)
    for (const manifest of ['apps/server', 'apps/web', 'packages/contract', 'packages/engine']) {
      const { dependencies } = JSON.parse(read(`${manifest}/package.json`)) as {
        dependencies: Record<string, string>
      }
      for (const [name, version] of Object.entries(dependencies))
        if (/^\d/.test(version) && !name.startsWith('@cardinal/')) expect(names, manifest).toContain(name)
    }
    for (const name of ['vitest', 'typescript', '@playwright/test']) expect(names).not.toContain(name)
    expect(components.every(({ version, purl }) => purl.endsWith(`@${version}`))).toBe(true)
  })
})

describe('[PG-2] what is written about the privacy policy', () => {
  const page = read('docs/privacy-statements.md')

  it('[PG-2] the page about the privacy policy has every section of the policy, in its order', () => {
    const policy = read('apps/web/src/features/pages/privacy-page.tsx')
    const sections = [...policy.matchAll(/^ {4}title: '(.+)',$/gm)].map(([, title]) => title)
    expect(sections).toHaveLength(14)
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(sections)
  })

  it('[PG-2] the page about the privacy policy names an existing test for every statement', () => {
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

/** Files with tests below a folder of the project. */
function testsUnder(folder: string): string[] {
  return readdirSync(join(projectRoot(), folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /node_modules|dist|^\./.test(entry.name) ? [] : testsUnder(path)
    return /\.(?:test|spec)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

describe('the container', () => {
  it('the container runs as an ordinary user, starts the server by exec, and reports its health', () => {
    const last =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? ''
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK .*CMD \[/m)
    expect(last).toMatch(/^CMD \["node"/m)
    expect(last.indexOf('USER')).toBeLessThan(last.indexOf('\nCMD'))
  })

  it('the base images of the container are pinned by digest', () => {
    const from = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    const { services } = parse(read('compose.yaml'))
    for (const image of [...from, services.postgres.image])
      expect(image).toMatch(/^[\w-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
    expect(from).toHaveLength(2)
  })

  it('the build of the container fails at an addon that ends the process on its Node, and at a missing one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cardinal-container-'))
    const addon = join(folder, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')
    mkdirSync(dirname(addon), { recursive: true })
    const [, command = ''] = /^RUN (npm ci (?:.*\\\n)+.*)/m.exec(read('Dockerfile')) ?? []
    // With an npm that does nothing.
    const build = () => spawnSync('sh', ['-c', `npm() { :; }; ${command}`], { cwd: folder, encoding: 'utf8' })
    expect(build().status, 'no addon').toBe(1)
    writeFileSync(addon, '\0napi\0node::AddEnvironmentCleanupHook\0')
    expect(build()).toMatchObject({ status: 0, stderr: '' })
    writeFileSync(addon, '\0_ZN4node28RemoveEnvironmentCleanupHookE\0')
    expect(build()).toMatchObject({ status: 1, stdout: expect.stringContaining('was compiled by headers') })
    rmSync(folder, { recursive: true })
  })

  it('the container in compose has minimal rights, and can write only to its data', () => {
    const { services } = parse(read('compose.yaml'))
    expect(services.cardinal).toMatchObject({
      cap_drop: ['ALL'],
      read_only: true,
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    })
    expect(services.postgres.security_opt).toEqual(['no-new-privileges:true'])
    expect([services.cardinal.privileged, services.postgres.privileged]).toEqual([undefined, undefined])
  })

  it('the container runs the version of Node that the tests use', () => {
    const node = read('.node-version').trim()
    expect(read('Dockerfile').match(/^FROM node:(\d+)-/gm)).toEqual([
      `FROM node:${node}-`,
      `FROM node:${node}-`,
    ])
  })

  it('compose starts the container with valid settings, and its data is kept when it is removed', () => {
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
