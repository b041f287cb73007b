import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCorpus } from '../corpus/corpus.ts'
import { quantile, type Report, type Workload } from '../harness.ts'
import { projectFile, SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { serverEnv } from '../server/people.ts'
import { type Session, seed } from '../server/seed.ts'
import { ExpectedAnswers } from '../web/expected-answers.ts'
import { firstLoad, type Start, startFromDisk } from '../web/starts.ts'

const HOME = '/home?primary_opt=note'
const SIZE = 10_000
const SEED = 20_240_110
const ROUNDS = 12

/** Two ports, because a browser keeps stored data by host and port. */
const PORTS = { now: 5_041, release: 5_042 }

/** A start of today's build beside one of the last release. */
export const release: Workload = { name: 'release', run: (report) => compareWithRelease(report) }

/**
 * Loads and starts today's build and the last release by turns, and reports medians and ratios. Both have
 * 10,000 cards. `bench/release` names the commit of the release, which is checked out, built, and removed in
 * the end. `BENCH_RELEASE` may name a folder for that.
 */
async function compareWithRelease(report: Report): Promise<void> {
  const answers = new ExpectedAnswers(makeCorpus(SIZE, SEED))
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-bench-release-'))
  const built = process.env.BENCH_RELEASE
  const tree = built ?? checkedOut(folder)
  const nodes: Child[] = []
  try {
    const bundles = ['main.js', 'main.cjs'].map((name) => join(tree, 'apps/server/dist', name))
    const releaseServer = bundles.find((path) => existsSync(path))
    if (releaseServer === undefined) throw new Error(`${tree} holds no built server.`)
    const sides = [
      { data: join(folder, 'now'), server: SERVER, port: PORTS.now, seeded: seed },
      { data: join(folder, 'release'), server: releaseServer, port: PORTS.release, seeded: seedBy(tree) },
    ].map(async ({ data, server, port, seeded }) => {
      const session = await seeded(data, SIZE, SEED)
      const node = new Child([server], port, { ...serverEnv(port, data), CARDINAL_HOST: 'localhost' })
      nodes.push(node)
      await node.listening()
      return { address: `http://localhost:${port}${HOME}`, session, profile: `${data}-profile` }
    })
    const [now, release] = await Promise.all(sides)
    if (now === undefined || release === undefined) throw new Error('Two builds are compared.')
    const [text = ''] = answers.texts(1, SEED)
    // Releases show the number of results in different places, so it is not compared.
    const [everything, found] = ['', text].map((each) => ({ ...answers.expected('note', each), total: null }))
    if (everything === undefined || found === undefined) throw new Error('Two searches are compared.')
    const loads = await byTurns(6, [now, release], (place, round) =>
      firstLoad({ ...place, profile: `${place.profile}-${round}` }, everything),
    )
    compare(report, 'first load, first cards', loads, (start) => start.firstCards)
    const again = (place: typeof now) => ({ ...place, profile: `${place.profile}-0` })
    const untyped = await byTurns(ROUNDS, [now, release], (place) =>
      startFromDisk(again(place), null, everything),
    )
    compare(report, 'start from disk, first cards', untyped, (start) => start.firstCards)
    const typed = await byTurns(ROUNDS, [now, release], (place) => startFromDisk(again(place), text, found))
    compare(report, 'start from disk, first search answered', typed, (start) => start.whole)
  } finally {
    for (const node of nodes) await node.stop()
    if (built === undefined) git('worktree', 'remove', '--force', tree)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Resolves with the starts of each build. The builds take turns at going first. */
async function byTurns<Place>(
  rounds: number,
  [now, release]: readonly [Place, Place],
  start: (place: Place, round: number) => Promise<Start>,
): Promise<{ now: Start[]; release: Start[] }> {
  const taken = { now: [] as Start[], release: [] as Start[] }
  for (let round = 0; round < rounds; round++) {
    const turns = [
      () => start(now, round).then((s) => taken.now.push(s)),
      () => start(release, round).then((s) => taken.release.push(s)),
    ]
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  return taken
}

function compare(
  report: Report,
  what: string,
  taken: { now: Start[]; release: Start[] },
  of: (start: Start) => number,
): void {
  const [now, release] = [quantile(taken.now.map(of), 0.5), quantile(taken.release.map(of), 0.5)]
  report(`${what}: the last release`, release, 'ms')
  report(`${what}: today`, now, 'ms')
  report(`${what}: today to the last release`, now / release, 'times', { atMost: 1.1 })
}

/** Checks out the release and builds it. Returns its folder. */
function checkedOut(folder: string): string {
  const commit = readFileSync(projectFile('bench/release'), 'utf8').trim()
  const tree = join(folder, 'tree')
  git('worktree', 'add', '--detach', tree, commit)
  execFileSync('npm', ['ci'], { cwd: tree, stdio: 'ignore' })
  const build = existsSync(join(tree, 'scripts/build.mjs'))
    ? ['scripts/build.mjs']
    : ['scripts/run.mjs', 'build']
  execFileSync(process.execPath, build, { cwd: tree, stdio: 'ignore' })
  return tree
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectFile('.'), stdio: 'ignore' })

/** Seeds with the release's own code, since an older server refuses a newer database. */
const seedBy =
  (tree: string) =>
  async (data: string, size: number, corpusSeed: number): Promise<Session> => {
    const code = `import { seed } from ${JSON.stringify(join(tree, 'bench/src/server/seed.ts'))}
console.log(JSON.stringify(await seed(${JSON.stringify(data)}, ${size}, ${corpusSeed})))`
    const out = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd: tree,
    })
    return JSON.parse(String(out)) as Session
  }
