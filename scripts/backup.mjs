// npm run backup -- [file]: copies the database into one file while the server runs.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/data-files.mjs').then(({ runOnFile }) => runOnFile('backup'))
