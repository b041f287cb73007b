/**
 * The page's content policy lets only checked values become script addresses or HTML. This is the check for
 * everything that goes past no policy of its own: scripts and workers from this origin, and no HTML at all
 * (what people write is drawn by React, or cleaned by the sanitiser, which has a policy of its own).
 *
 * To be imported before anything that starts a worker.
 */
interface PolicyFactory {
  readonly defaultPolicy: object | null
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

// A page has one, and may have it from an earlier script.
if (factory?.defaultPolicy === null)
  factory.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, location.href).origin === location.origin) return address
      throw new TypeError(`Scripts come from this site alone, not from ${address}.`)
    },
  })
