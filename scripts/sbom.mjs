// npm run sbom -- [file]: lists the packages that the server and the web app are made of, as CycloneDX.
import { requireNode } from './lib/node-version.mjs'

requireNode()
import('./lib/sbom.mjs').then(({ writeSbom }) => writeSbom(process.argv[2]))
