// npm run fuzz:http [-- requests] [-- seed]: a million requests made from the OpenAPI document.
import { runTool } from './lib/run.mjs'

const [requests = '1000000', seed = String(Date.now() % 1e9)] = process.argv.slice(2)
console.error(`${requests} requests, seed ${seed}`)
const { code } = await runTool('vitest/vitest.mjs', ['run', '--project', 'http', 'test/http/fuzz'], {
  shown: 'both',
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
})
process.exit(code)
