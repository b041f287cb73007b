// npm test: all that can be proved. npm test -- check | unit | http | size | e2e runs a part. The last line is the sum.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/test.mjs')
