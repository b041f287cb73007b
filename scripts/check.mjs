// npm run check: everything about the source that a machine can judge without running it.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/check.mjs')
  .then(({ check }) => check())
  .then(({ failed }) => process.exit(failed === 0 ? 0 : 1))
