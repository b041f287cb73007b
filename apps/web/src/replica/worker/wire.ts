/** What turns mutations into calls and lines of the feed into changes. The schemas of all calls come with it. */
export { callOf, changeFromFeedLine } from '@cardinal/contract'
