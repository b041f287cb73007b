/** Turns mutations into calls, and lines of the feed into changes. It contains the schemas of all calls. */
export { callOf, changeFromFeedLine } from '@cardinal/contract'
