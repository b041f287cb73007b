// node scripts/build.mjs: builds the web app and the server where they are not up to date, and starts nothing.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/build.mjs').then(({ buildAlone }) => buildAlone())
