/** Where the embedded provider lives, below the public address. */
export const PROVIDER_PATH = '/oidc'

/**
 * What identities of the embedded provider are kept under. Its real issuer holds the public address, and
 * people must stay who they are when the server moves to another one.
 */
export const EMBEDDED_ISSUER = 'embedded'
