import { definePopup } from '../../overlays/index.ts'
import { type TaggerParams, taggerParams } from './params.ts'

export const taggerPopups = [
  definePopup({
    name: 'tagger',
    slot: 'center',
    title: 'Tag many cards',
    size: 'full',
    params: taggerParams,
    page: taggerPage,
    load: () => import('./tagger-popup.tsx'),
  }),
]

/** The page finds the cards of the popup in its address. */
function taggerPage({ entityIds }: TaggerParams): string {
  return entityIds === undefined ? '/tagger' : `/tagger?tagger.entityIds=${entityIds.join()}`
}
