import type { PopupProps } from '../../overlays/index.ts'
import { useHomeScreen } from '../../shared/search/home-screen.ts'
import { Tagger } from './tagger.tsx'

/** Renders the tagger over the home page, for the cards in its params or the ticked ones. */
export default function TaggerPopup({ params }: PopupProps<'tagger'>) {
  const { selection } = useHomeScreen()
  return <Tagger cardIds={params.entityIds ?? [...selection.getState().cards]} />
}
