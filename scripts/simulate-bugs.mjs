// npm run simulate:bugs -- --seeds N: puts known bugs into a copy of the sources, one at a time, and simulates each.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/simulate-bugs.mjs').then(({ simulateBugs }) => simulateBugs(process.argv.slice(2)))
