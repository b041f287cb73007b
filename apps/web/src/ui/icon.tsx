import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'

/** One stroke and a few sizes for all icons; always beside a word or inside something that has a name. */
export const Icon = memo(function Icon({
  of: Glyph,
  size = 16,
  className,
}: {
  of: LucideIcon
  size?: number
  className?: string | undefined
}) {
  // In rem, so that it grows with the words beside it.
  return (
    <Glyph
      size={`${size / 16}rem`}
      strokeWidth={1.75}
      aria-hidden="true"
      focusable="false"
      className={className}
    />
  )
})
