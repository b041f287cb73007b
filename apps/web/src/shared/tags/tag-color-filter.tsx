import type { Color } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Palette } from 'lucide-react'
import { useMemo } from 'react'
import { ColorFilter } from '../../ui/color-picker.tsx'
import { Button, Popover } from '../../ui/index.ts'
import { colorsOf } from './filter-tags.ts'

interface TagColorFilterProps {
  /** The tags whose colours can be chosen. */
  readonly tags: readonly Pick<TagInUse, 'color'>[]
  readonly colors: readonly (Color | null)[]
  readonly onChange: (colors: readonly (Color | null)[]) => void
}

/** Narrows a list of tags to some of the colours that occur in it (TG-9). */
export function TagColorFilter({ tags, colors, onChange }: TagColorFilterProps) {
  const choices = useMemo(() => colorsOf(tags), [tags])
  return (
    <Popover
      label="Colours of tags"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="quiet" icon={Palette} aria-pressed={colors.length > 0} {...trigger}>
          {colors.length === 0 ? 'Colours' : colors.map((color) => color ?? 'no colour').join(', ')}
        </Button>
      )}
    >
      <ColorFilter
        label="Show only tags of these colours"
        choices={choices}
        values={colors}
        onChange={onChange}
      />
    </Popover>
  )
}
