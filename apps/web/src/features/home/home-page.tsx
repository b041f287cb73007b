import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { useReplica } from '../../replica/index.ts'
import { HomeMode } from '../../shared/search/home-screen.tsx'
import {
  type HomeSubject,
  isCardType,
  showsCards,
  typeOf,
  useHomeAddress,
} from '../../shared/search/use-home-address.ts'
import { TagGesturesProvider } from '../../shared/tags/gestures.tsx'
import { ErrorBoundary, LoadingPlace } from '../../ui/index.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { HomeTop } from './bar/home-top.tsx'
import { SearchArea } from './bar/search-area.tsx'
import { useSearchInAddress } from './bar/use-search-in-address.ts'
import { useDeferredSearch } from './deferred-search.ts'
import { device, useDevice } from './device.ts'
import styles from './home-page.module.css'
import { homeSearch, homeSelection } from './home-screen.ts'
import { useHomeKeys } from './keys/use-home-keys.ts'
import { CardMode } from './list/card-mode.tsx'
import { leaveForCards } from './list/home-list.ts'
import { OpenNote, useReturnFromNote } from './list/open-note.tsx'
import { TagsPanel } from './panel/tags-panel.tsx'
import { Rail } from './rail/rail.tsx'
import { LimitNotice } from './sync/limit-notice.tsx'
import { NARROW, useContentWidth, WIDE } from './use-viewport.ts'

const TagMode = lazy(() => import('./list/tag-mode.tsx'))
const RefreshPrompt = lazy(() => import('./sync/refresh-prompt.tsx'))

export default function HomePage() {
  const { subject, noteId } = useHomeAddress()
  const isRailOpen = useDevice((state) => state.isRailOpen)
  const isPanelOpen = useDevice((state) => state.isPanelOpen)
  const { workspaceId } = useReplica()
  useSubject(subject)
  useReturnFromNote(noteId)
  useHomeKeys()
  useDeferredSearch()
  useSearchInAddress()
  const width = useContentWidth()
  const isWide = width > WIDE
  const isNarrow = width <= NARROW

  return (
    <TagGesturesProvider search={homeSearch}>
      <div
        className={styles.home}
        data-wide={isWide ? '' : undefined}
        data-rail={isRailOpen ? 'open' : 'folded'}
        data-panel={noteId !== null ? 'note' : isPanelOpen ? 'open' : 'folded'}
      >
        <SkipLink to="results" text="Skip to the cards" onSkip={leaveForCards} />
        {isWide && <Rail />}
        <div className={styles.middle}>
          {!isWide && !isNarrow && <HomeTop isWide={false} />}
          <SearchArea isWide={isWide} isNarrow={isNarrow} />
          <main className={styles.results} id="results" tabIndex={-1}>
            <ErrorBoundary key={workspaceId} resetKey={subject} isScreen>
              <Suspense fallback={<LoadingPlace text="Opening" />}>
                {showsCards(subject) && <CardMode type={typeOf(subject)} />}
                {subject === 'tag' && <TagMode />}
                {subject === 'workspace' && <HomeMode name="workspace" />}
                {subject === 'chart' && <HomeMode name="chart" />}
              </Suspense>
            </ErrorBoundary>
            {/* After the cards, so that it doesn't move them. */}
            <LimitNotice />
            <ErrorBoundary>
              <Suspense fallback={null}>
                <RefreshPrompt />
              </Suspense>
            </ErrorBoundary>
          </main>
        </div>
        {noteId !== null && <OpenNote cardId={noteId} isWide={isWide} />}
        {isWide && isPanelOpen && noteId === null && (
          <aside className={styles.panel} aria-label="Tags">
            <ErrorBoundary key={workspaceId}>
              <TagsPanel onFold={() => device.getState().set({ isPanelOpen: false })} />
            </ErrorBoundary>
          </aside>
        )}
      </div>
    </TagGesturesProvider>
  )
}

/** Clears the selection when the subject changes by buttons, commands, menus or Back. */
function useSubject(subject: HomeSubject): void {
  const before = useRef(subject)
  useLayoutEffect(() => {
    if (before.current !== subject && isCardType(subject)) device.getState().useKind(subject)
    before.current = subject
    return () => homeSelection.getState().clear()
  }, [subject])
}
