import { isMeantBy, newTagsProblem, tagName } from '@cardinal/domain'
import { Tags } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer } from '../../../replica/index.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { Button } from '../../../ui/index.ts'

/**
 * Offers to create tags from the words of a search that are no tags yet (SB-9), behind the offers in `children`.
 * Renders no button where every word is a tag.
 */
export function NewTagsButton({ words, children }: { words: readonly string[]; children?: ReactNode }) {
  const popups = usePopups()
  const { answer } = useAnswer(
    'tagsBySearchword',
    words.length === 0 ? null : { keywords: words },
    'deferred',
  )
  const isTag = (word: string) => answer?.some((tag) => isMeantBy(tag, word)) ?? true
  const fresh = words.filter((word) => newTagsProblem([word]) === null && !isTag(word))
  const [first] = fresh
  if (first === undefined) return null
  return (
    <>
      {children}
      <Button size="sm" icon={Tags} onClick={() => popups.open('next-to--unmatched-tagging-experience', {})}>
        {fresh.length === 1 ? `New tag “${cutText(tagName(first), 30).shown}”…` : `${fresh.length} new tags…`}
      </Button>
    </>
  )
}
