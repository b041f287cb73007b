import type { TagOrder } from '@cardinal/domain'
import { ArrowDownUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Button, ErrorBoundary, Popover } from '../../ui/index.ts'
import { type DateChoice, writeDay } from './filters.ts'
import { type Choosing, type ChoosingCards, sortWords } from './sort-words.ts'

/** Loaded before the first press: see `useLoadingParts`. */
export const loadSortChoosers = () => import('./sort-choosers.tsx')
const CardSortChooser = lazy(async () => ({ default: (await loadSortChoosers()).CardSortChooser }))
const TagSortChooser = lazy(async () => ({ default: (await loadSortChoosers()).TagSortChooser }))

/** The order of cards, behind a button that names it. */
export function SortControl(props: ChoosingCards) {
  const words = props.byDay?.isOn === true ? 'By day' : sortWords(props.order)
  return <SortButton words={words} chooser={<CardSortChooser {...props} />} />
}

export function TagSortControl(props: Choosing<TagOrder>) {
  return <SortButton words={sortWords(props.order)} chooser={<TagSortChooser {...props} />} />
}

function SortButton({ words, chooser }: { words: string; chooser: ReactNode }) {
  return (
    <Popover
      label="Sort"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="quiet" icon={ArrowDownUp} {...trigger}>
          {words}
        </Button>
      )}
    >
      <ErrorBoundary>
        <Suspense fallback={null}>{chooser}</Suspense>
      </ErrorBoundary>
    </Popover>
  )
}

/** Such as "Created after 2026-03-01", for the button. Days are spelled as in the bar. */
export function dateWords({ field, relation, first, second }: DateChoice): string {
  const start = `${field === 'created' ? 'Created' : 'Updated'} ${relation} ${writeDay(first)}`
  return relation === 'between' ? `${start} and ${writeDay(second)}` : start
}
