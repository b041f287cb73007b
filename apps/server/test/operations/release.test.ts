import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectRoot, VERSION } from '../../src/config.ts'

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

it('a release is tagged with its notes only if its commit is tested and every file names one version', () => {
  for (const path of [...NAMING, 'scripts'])
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

  tested()
  expect(release()).toMatchObject({ status: 0 })
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
