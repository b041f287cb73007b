import * as account from './calls/account.ts'
import * as cards from './calls/cards.ts'
import * as connections from './calls/connections.ts'
import * as files from './calls/files.ts'
import * as groups from './calls/groups.ts'
import * as importExport from './calls/import-export.ts'
import * as operations from './calls/operations.ts'
import * as pages from './calls/pages.ts'
import * as rules from './calls/rules.ts'
import * as signIn from './calls/sign-in.ts'
import * as subnotes from './calls/subnotes.ts'
import * as sync from './calls/sync.ts'
import * as tags from './calls/tags.ts'
import * as workspaces from './calls/workspaces.ts'

/** All calls by name. The server, the client and the OpenAPI document are derived from this list. */
export const calls = {
  ...signIn,
  ...account,
  ...connections,
  ...workspaces,
  ...rules,
  ...cards,
  ...subnotes,
  ...pages,
  ...files,
  ...tags,
  ...groups,
  ...sync,
  ...importExport,
  ...operations,
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type QuestionName = {
  [Name in CallName]: Calls[Name]['kind'] extends 'question' ? Name : never
}[CallName]

/** The calls by method and path, such as `POST /user/sign-out`. */
export type CallsByAddress = {
  [Name in CallName as `${Calls[Name]['method']} ${Calls[Name]['path']}`]: Calls[Name]
}
