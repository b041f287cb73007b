// npm run pictures: makes the pictures of the start page and of the manual from the built product.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/pictures.mjs')
