import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectRoot, VERSION } from '../../src/config.ts'
import { MIGRATIONS } from '../../src/store/migrations/newest.ts'

const copy = mkdtempSync(join(tmpdir(), 'cardinal-release-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const NAMING = [
  'package.json',
  'package-lock.json',
  'compose.yaml',
  'SECURITY.md',
  'CHANGELOG.md',
  '.gitignore',
]
const MIGRATION_FILES = 'apps/server/src/store/migrations'
const STORES = 'apps/web/src/replica/worker/store/idb-schema.ts'
const DATA = `e2e/releases/${VERSION}`

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' })
  return { status, stdout, said: stdout + stderr }
}
const git = (...args: string[]) =>
  run('git', '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args)
const release = (...args: string[]) => run(process.execPath, 'scripts/run.mjs', 'release', ...args)

function commit(): void {
  git('add', '--all')
  expect(git('commit', '--quiet', '--message', 'Change a file').status).toBe(0)
}

/** Stores the data of the present sources as a release, as if the newest migration were part of it. */
function keepData(): void {
  mkdirSync(join(copy, DATA), { recursive: true })
  const kept = (name: string) =>
    gunzipSync(readFileSync(join(projectRoot(), `e2e/releases/1.0.0/${name}.gz`))).toString()
  const keep = (name: string, text: string) => writeFileSync(join(copy, DATA, `${name}.gz`), gzipSync(text))
  const { name } = MIGRATIONS.at(-1) ?? {}
  keep(
    'postgres.sql',
    `${kept('postgres.sql')}\nINSERT INTO public.migration VALUES ('${name}', 1, '${VERSION}');\n`,
  )
  const [, stores] = /^export const VERSION = (\d+)$/m.exec(readFileSync(join(copy, STORES), 'utf8')) ?? []
  const storage = JSON.parse(kept('browser.json'))
  const withData = storage.databases.find(({ name }: { name: string }) => !name.includes('-acts-'))
  withData.version = Number(stores)
  keep('browser.json', JSON.stringify(storage))
}

it('a release is tagged with its notes only if its commit is tested and every file names one version', () => {
  for (const path of [...NAMING, 'scripts', MIGRATION_FILES, STORES])
    cpSync(join(projectRoot(), path), join(copy, path), { recursive: true })
  git('init', '--quiet')
  for (const [name, value] of [
    ['name', 'Ada'],
    ['email', 'ada@example.org'],
  ] as const)
    git('config', `user.${name}`, value)
  commit()
  expect(release().said, 'before the tests').toContain('This commit has not passed npm test')
  const tested = () => {
    const keep = "import('./scripts/lib/release.mjs').then(({ keepTested }) => keepTested())"
    expect(run(process.execPath, '--eval', keep).status).toBe(0)
  }
  tested()
  appendFileSync(join(copy, 'SECURITY.md'), '\nMore.\n')
  expect(release()).toMatchObject({ status: 1, said: expect.stringContaining('not committed') })
  commit()
  expect(release().said, 'another tree than the tested one').toContain('has not passed npm test')

  const toRelease = () => {
    commit()
    tested()
    return release()
  }
  tested()
  expect(release().said, 'without data of this version').toContain(`${DATA} is missing`)
  keepData()
  appendFileSync(join(copy, MIGRATION_FILES, 'newest.ts'), "const later = {\n  name: '9999-later',\n}\n")
  expect(toRelease().said, 'a migration later than the data').toContain(
    'but the sources have migration 9999-later',
  )
  cpSync(join(projectRoot(), MIGRATION_FILES), join(copy, MIGRATION_FILES), { recursive: true })
  const stores = readFileSync(join(copy, STORES), 'utf8')
  writeFileSync(join(copy, STORES), stores.replace(/^(export const VERSION =) \d+$/m, '$1 999'))
  expect(toRelease().said, 'later stores than in the data').toContain('and stores of version 999: make it')
  writeFileSync(join(copy, STORES), stores)

  expect(toRelease()).toMatchObject({ status: 0 })
  const { stdout: notes } = release('notes')
  expect(notes).toMatch(/^### Upgrade\n\n\w/)
  expect(git('tag', '--list', '--format=%(contents)').stdout.trim()).toBe(notes.trim())
  expect(readFileSync(join(copy, `reports/release-notes-${VERSION}.md`), 'utf8')).toBe(notes)
  expect(release().said, 'a second time').toContain(`The tag v${VERSION} is there already.`)
})

it.each([
  [
    'package-lock.json',
    `"version": "${VERSION}"`,
    '"version": "0.9.0"',
    'package-lock.json has another version',
  ],
  [
    'package-lock.json',
    '"name": "@cardinal/domain"',
    '"name": "@cardinal/domain", "version": "0.9.0"',
    'has a version',
  ],
  ['compose.yaml', `cardinal:${VERSION}`, 'cardinal:0.9.0', 'compose.yaml names another version'],
  ['CHANGELOG.md', `## ${VERSION}`, '## Unreleased', 'The newest heading of CHANGELOG.md is'],
  ['CHANGELOG.md', '### Upgrade', '### Added', 'has no "### Upgrade"'],
  ['SECURITY.md', '| 1.x |', '| 0.x |', 'SECURITY.md does not say'],
  ['package.json', `"version": "${VERSION}"`, '"version": "1.0"', 'none of three numbers'],
])('no release is made if %s has %s as %s', (file, from, to, problem) => {
  for (const path of NAMING) cpSync(join(projectRoot(), path), join(copy, path))
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(copy, file), text.replace(from, to))
  expect(release('check')).toMatchObject({ status: 1, said: expect.stringContaining(problem) })
})

it('the workflow publishes images with lists of parts and proofs, under a name without capitals, after packages were built twice', () => {
  const { env, jobs } = parse(readFileSync(join(projectRoot(), '.github/workflows/release.yml'), 'utf8'))
  const stepOf = (job: string, action: string) =>
    jobs[job].steps.find(({ uses }: { uses?: string }) => uses?.startsWith(`${action}@`))
  expect(stepOf('image', 'docker/build-push-action').with).toMatchObject({
    sbom: true,
    provenance: 'mode=max',
  })
  for (const job of ['index', 'release'])
    expect(stepOf(job, 'actions/attest-build-provenance'), job).toBeDefined()

  const naming = jobs.version.steps.find(({ id }: { id?: string }) => id === 'image').run
  const output = join(copy, 'github-output')
  const named = spawnSync('bash', ['-c', naming], {
    env: { GITHUB_REPOSITORY: 'Ada-Lovelace/Cardinal', GITHUB_OUTPUT: output },
  })
  expect(named.status).toBe(0)
  expect(readFileSync(output, 'utf8')).toBe('name=ghcr.io/ada-lovelace/cardinal\n')
  expect(jobs.version.outputs.image).toMatch(/^\$\{\{ steps\.image\.outputs\.name \}\}$/)
  expect(env, 'no other name for all jobs').toBeUndefined()
  for (const job of ['image', 'index'])
    expect(jobs[job].env.IMAGE).toMatch(/^\$\{\{ needs\.version\.outputs\.image \}\}$/)

  const commands = (job: string) => jobs[job].steps.map(({ run }: { run?: string }) => run)
  expect(commands('package')).toContain('npm run pack -- twice')
  expect(jobs.image.needs).toEqual(['version', 'package'])
})
