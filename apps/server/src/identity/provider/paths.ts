/** Where the embedded provider lives, below the public address. */
export const PROVIDER_PATH = '/oidc'

/**
 * What identities of the embedded provider are kept under. Its real issuer holds the public address, and
 * people must stay who they are when the server moves to another one.
 */
export const EMBEDDED_ISSUER = 'embedded'

/**
 * What a user whom the operator made is kept under, by e-mail, until the person signs in for the first time at a
 * configured provider.
 */
export const OPERATOR_ISSUER = 'operator'
