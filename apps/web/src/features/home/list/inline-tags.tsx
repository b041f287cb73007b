import type { Card } from '@cardinal/domain'
import { lazy, Suspense } from 'react'
import { ErrorBoundary, Skeleton } from '../../../ui/index.ts'
import { homeFocus, homeSearch } from '../home-screen.ts'

const Engulfer = lazy(() => import('../../../shared/engulfer/engulfer.tsx'))

/** Renders the tag panel of a card, inside it. */
export function InlineTags({ card }: { card: Card }) {
  const close = () => {
    homeFocus.getState().tag(null)
    homeFocus.getState().setCard(card.id, { takesFocus: true })
  }
  const takeFocus = () => homeFocus.getState().takeFocus(card.id, 'tags')
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton lines={2} />}>
        <Engulfer cardId={card.id} search={homeSearch} onClose={close} takeFocus={takeFocus} />
      </Suspense>
    </ErrorBoundary>
  )
}
