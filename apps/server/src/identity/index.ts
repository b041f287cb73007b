export { ACTIVITIES_AT_MOST, logSecurityEvent, noteActivity, securityEventCounts } from './activity.ts'
export type { Principal, Unauthenticated } from './authenticate.ts'
export { cookieLines, readCookie } from './cookies.ts'
export { emailKeyOf } from './email-key.ts'
export { createIdentity, type Identity, type SignInOptions, type VisitorAction } from './identity.ts'
export type { PersonalToken, Scope } from './personal-tokens.ts'
export { PASSKEYS_AT_MOST, type PasskeyProblem, passkeysWork } from './provider/passkeys.ts'
export { isSecureContext, publicAddress, publicAddressOrOwn } from './public-address.ts'
export { hashSecret, randomSecret } from './secrets.ts'
export { serverKey } from './server-keys.ts'
export { FRESH_FOR, type SignedInDevice, type TokenPair } from './sessions.ts'
export {
  BROWSER_COOKIE,
  type CookieToSet,
  PENDING_COOKIE,
  type Redirect,
  SHARED_COOKIE,
} from './sign-in.ts'
export { insertUser, namesOf } from './users.ts'
