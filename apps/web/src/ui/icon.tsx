import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'

/** An icon with the common stroke width. It must be next to text or in an element with a name. */
export const Icon = memo(function Icon({
  of: Glyph,
  size = 16,
  className,
}: {
  of: LucideIcon
  size?: number
  className?: string | undefined
}) {
  // In rem, so that it scales with the text.
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
