/**
 * The page's content policy requires Trusted Types for script addresses and HTML. This default policy allows
 * scripts and workers from this origin, and no HTML. Texts that people write are rendered by React, or cleaned by
 * the sanitiser under a policy of its own.
 *
 * Import this module before any that starts a worker.
 */
interface PolicyFactory {
  readonly defaultPolicy: object | null
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

// A page can have only one default policy. An earlier script may have created it.
if (factory?.defaultPolicy === null)
  factory.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, location.href).origin === location.origin) return address
      throw new TypeError(`Scripts come from this site alone, not from ${address}.`)
    },
  })
