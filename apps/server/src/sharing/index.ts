export { SHARED_STYLE } from './page-style.ts'
export { type SharedListing, sharedListing } from './shared-listing.ts'
export { feedJson, feedXml } from './write-feeds.ts'
export { noSharedPage, sharedPage } from './write-page.ts'
