// npm run restore -- <file>: makes a backup the database; the server must not run.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/data-files.mjs').then(({ runOnFile }) => runOnFile('restore'))
