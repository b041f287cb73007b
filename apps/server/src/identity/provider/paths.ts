/** Relative to the public address. */
export const PROVIDER_PATH = '/oidc'

/**
 * Stored issuer of the embedded provider's identities. Its real issuer contains the public address, but people must keep
 * their accounts when the server moves.
 */
export const EMBEDDED_ISSUER = 'embedded'

/** Stored issuer of users made by the operator, identified by e-mail, until their first sign-in at a configured provider. */
export const OPERATOR_ISSUER = 'operator'
