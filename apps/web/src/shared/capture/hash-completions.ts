import { DEFAULT_TAG_ORDER, tagName } from '@cardinal/domain'
import { useEffect, useMemo, useState } from 'react'
import { useAnswer, useReplica } from '../../replica/index.ts'
import type { Completion } from '../searchbar/suggestions.ts'
import { useCaptureModule } from './captured.ts'

const MOST = 8
const NONE: readonly Completion[] = []
const NO_NAMES: readonly string[] = []

/**
 * Tags for the letters after `#`, the most used first, and a new one.
 *
 * @param typed the letters; null: no `#` is being typed
 */
export function useHashCompletions(typed: string | null): readonly Completion[] {
  const module = useCaptureModule()
  const containing = tagName((typed ?? '').replace(/[_-]+/g, ' '))
  const { answer } = useAnswer(
    'pageOfTags',
    typed === null
      ? null
      : {
          order: DEFAULT_TAG_ORDER,
          without: NO_NAMES,
          containing,
          isOnCards: null,
          from: null,
          offset: 0,
          limit: 30,
        },
    'deferred',
  )
  return useMemo(
    () => (typed === null ? NONE : (module?.hashCompletions(containing, answer?.tags ?? [], MOST) ?? NONE)),
    [module, typed, containing, answer],
  )
}

/**
 * Cards to link for the letters after `[[`.
 *
 * @param typed the letters; null: no `[[` is being typed
 */
export function useLinkCompletions(typed: string | null): readonly Completion[] {
  const module = useCaptureModule()
  const replica = useReplica()
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    let isOver = false
    const asked = typed === null ? Promise.resolve(NONE) : module?.linkCompletions(replica, typed)
    void asked?.then((options) => {
      if (!isOver) setFound(options)
    })
    return () => {
      isOver = true
    }
  }, [module, replica, typed])
  return typed === null ? NONE : found
}
