// npm run mutate [file ...]: mutation testing of the rules, room by room; fails below 85 % in either.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/mutate.mjs').then(({ mutate }) => mutate(process.argv.slice(2)))
