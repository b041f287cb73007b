import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'
import { main, Stop, say } from './project.mjs'
import { runTool } from './run.mjs'

await main(async () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  })
  for (const [name, value] of Object.entries(values))
    if (!/^\d{1,10}$/.test(value)) throw new Stop(`--${name} is "${value}"; it must be a whole number.`)
  await ensureInstalled()
  say(`${values.requests} requests; --seed ${values.seed} repeats them.`)
  const args = ['run', '--project', 'http', 'apps/server/test/http/fuzz.test.ts']
  const { code } = await runTool('vitest/vitest.mjs', args, {
    shown: 'both',
    env: { ...process.env, FUZZ_REQUESTS: values.requests, FUZZ_SEED: values.seed },
  })
  return code
})
