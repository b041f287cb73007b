import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { at } from './project.mjs'

/**
 * @typedef {{ name?: string, version?: string, dev?: boolean, link?: boolean, license?: string, integrity?: string }} Locked
 */

/**
 * Lists the packages in the product, as CycloneDX 1.5, from the lock file. `npm sbom --omit dev` would omit packages that
 * development tools also need, such as React.
 *
 * @param {string | undefined} file where it goes; standard output without one
 */
export function writeSbom(file) {
  const text = `${JSON.stringify(sbom(), null, 2)}\n`
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(resolve(process.env.INIT_CWD ?? process.cwd(), file), text)
}

function sbom() {
  const { name, version } = read('package.json')
  /** @type {Record<string, Locked>} */
  const packages = read('package-lock.json').packages
  const components = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, locked]) => component(path.slice(path.lastIndexOf('node_modules/') + 13), locked))
  const unique = new Map(components.map((each) => [each.purl, each]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...unique.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}

/**
 * @param {string} name as it is installed
 * @param {Locked} locked
 */
function component(name, { name: realName = name, version = '', license, integrity }) {
  const purl = `pkg:npm/${realName.replace('@', '%40')}@${version}`
  const sha512 = /^sha512-(\S+)/.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': purl,
    name: realName,
    version,
    purl,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(sha512 !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    }),
  }
}

/** @param {string} path */
function read(path) {
  return JSON.parse(readFileSync(at(path), 'utf8'))
}
