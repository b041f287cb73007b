// npm run trace: which requirements have no test whose title carries their id. With --strict, that is a failure.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/trace.mjs').then(({ trace }) => process.exit(trace(process.argv.includes('--strict'))))
