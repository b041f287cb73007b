/** Converts mutations to calls, and lines of the feed to changes. Imports the schemas of all calls. */
export { callOf, changeFromFeedLine } from '@cardinal/contract'
