// npm run bench [-- workloads] [--large]: measures, prints a table, writes bench/results.json.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/bench.mjs').then(({ bench }) => bench(process.argv.slice(2)))
