import type { Plugin } from 'vite'
import * as zod from 'zod/mini'

const LEFT_OUT = /^zod\/(?:mini|locales)$/
const STAND_IN = '\0schemas'

/**
 * For the thread that holds the data: it makes calls and reads what the server sent, and checks neither. Its bundle
 * gets every call's definition with schemas that are nothing, which spares each start the building of some hundred
 * of them. What would check by one throws.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'cardinal:without-schemas',
    enforce: 'pre',
    resolveId: (name) => (LEFT_OUT.test(name) ? STAND_IN : null),
    load: (id) => (id === STAND_IN ? standIn() : null),
  }
}

function standIn(): string {
  const names = [...Object.keys(zod), 'en'].filter((name) => /^[\w$]+$/.test(name) && name !== 'default')
  const checks = names.filter((name) => /parse|encode|decode/i.test(name))
  return `
const nothing = new Proxy(() => {}, { get: () => nothing, apply: () => nothing })
function check() { throw new Error('Nothing is checked in this bundle: it has no schemas.') }
${names.map((name) => `const ${name}_ = ${checks.includes(name) ? 'check' : 'nothing'}`).join('\n')}
export { ${names.map((name) => `${name}_ as ${name}`).join(', ')} }
`
}
