import type { Identity } from '../identity/index.ts'
import {
  createTokenHandler,
  deleteAccountHandler,
  getProfileHandler,
  getTokensHandler,
  revokeTokenHandler,
  updateProfileHandler,
} from './account-calls.ts'
import { passkeyHandlers } from './passkey-calls.ts'
import { secondStepHandlers } from './second-step-calls.ts'
import {
  actionTakenHandler,
  confirmSignInHandler,
  endSessionsHandler,
  finishSignInHandler,
  getRecentActivityHandler,
  getSessionsHandler,
  getSignInOptionsHandler,
  renewAccessTokenHandler,
  signInHandler,
  signOutHandler,
  startSignInHandler,
} from './session-calls.ts'

export function identityHandlers(identity: Identity) {
  return {
    ...secondStepHandlers(identity),
    ...passkeyHandlers(identity),
    actionTaken: actionTakenHandler(identity),
    confirmSignIn: confirmSignInHandler(identity),
    createToken: createTokenHandler(identity),
    deleteAccount: deleteAccountHandler(identity),
    endSessions: endSessionsHandler(identity),
    finishSignIn: finishSignInHandler(identity),
    getProfile: getProfileHandler,
    getRecentActivity: getRecentActivityHandler,
    getSessions: getSessionsHandler(identity),
    getSignInOptions: getSignInOptionsHandler(identity),
    getTokens: getTokensHandler(identity),
    renewAccessToken: renewAccessTokenHandler(identity),
    revokeToken: revokeTokenHandler(identity),
    signIn: signInHandler(identity),
    signOut: signOutHandler(identity),
    startSignIn: startSignInHandler(identity),
    updateProfile: updateProfileHandler,
  }
}
