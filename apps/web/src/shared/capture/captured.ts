import { type CardType, type Due, wallClock } from '@cardinal/domain'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useAnswer, useReplica } from '../../replica/index.ts'
import type { ReadText } from './capture-card.ts'

type CaptureModule = typeof import('./capture-card.ts')

/** The grammar, which loads when a text is first typed or shown. Null: not loaded yet, or loading failed. */
const loaded = createStore<{ module: CaptureModule | null; isTried: boolean }>(() => ({
  module: null,
  isTried: false,
}))

/** ms that adding a text waits for the grammar, because a connection may hang for minutes. */
const GRAMMAR_TIMEOUT_MS = 2_000

/** Resolves with null if the grammar could not be loaded in time. Texts are then added unchanged. */
export async function loadCapture(): Promise<CaptureModule | null> {
  const { module } = loaded.getState()
  if (module !== null) return module
  const late = new Promise<null>((resolve) => setTimeout(resolve, GRAMMAR_TIMEOUT_MS, null))
  const found = await Promise.race([importGrammar(), late])
  loaded.setState({ isTried: true })
  return found
}

async function importGrammar(): Promise<CaptureModule | null> {
  const found = await import('./capture-card.ts').catch(() => null)
  if (found !== null) loaded.setState({ module: found })
  return found
}

/** The grammar and the components that draw its chips. Null: not loaded yet. */
export function useCaptureModule(): CaptureModule | null {
  return useStore(loaded).module
}

export interface CapturedText extends ReadText {
  /** False while the grammar or the names of tags are loading. */
  readonly isReady: boolean
}

const NO_WORDS: readonly string[] = []

/**
 * What is recognised in a text during typing.
 *
 * @param type null: no card is added, so nothing is recognised
 */
export function useCaptured(
  text: string,
  type: CardType | null,
  refused: readonly string[] = NO_WORDS,
): CapturedText {
  const isAsked = type !== null && text.trim() !== ''
  const { module, isTried } = useStore(loaded)
  const replica = useReplica()
  // After the found cards are drawn, because running the grammar takes longer than drawing them.
  useEffect(() => {
    if (text !== '' && module === null && !isTried) void replica.idle().then(loadCapture)
  }, [replica, text, module, isTried])
  const keywords = useMemo(
    () => (isAsked ? (module?.hashWords(text) ?? NO_WORDS) : NO_WORDS),
    [module, isAsked, text],
  )
  const { answer, isStale } = useAnswer('tagsBySearchword', keywords.length === 0 ? null : { keywords })
  const minute = minuteNow()
  return useMemo(() => {
    const plain = { ...PLAIN, content: text }
    if (!isAsked) return { ...plain, isReady: true }
    if (module === null) return { ...plain, isReady: isTried }
    const isTagName = module.namesIn(answer ?? [])
    return {
      ...module.readText(text, { type, now: minute, refused, isTagName }),
      isReady: keywords.length === 0 || !isStale,
    }
  }, [module, isTried, isAsked, text, type, refused, answer, isStale, keywords, minute])
}

const PLAIN: Omit<ReadText, 'content'> = {
  ...{ chips: [], tags: [], due: null, startAt: null, kind: null },
  ...{ said: '', shortDates: '', isShortened: false },
}

function minuteNow(): Due {
  return wallClock(new Date())
}
