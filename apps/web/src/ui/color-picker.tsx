import { COLORS, type Color } from '@cardinal/domain'
import { Ban, Check } from 'lucide-react'
import styles from './color-picker.module.css'
import { Icon } from './icon.tsx'

interface ColorPickerProps {
  /** What gets the colour, for screen readers. */
  label: string
  /** Undefined: the items have several colours. */
  value: Color | null | undefined
  /** Choosing the present colour again clears it. */
  onChange: (color: Color | null) => void
}

/** The fourteen colours and none, each with a name for screen readers, and a tick on the chosen one. */
export function ColorPicker({ label, value, onChange }: ColorPickerProps) {
  return (
    <fieldset className={styles.grid}>
      <legend className="visually-hidden">{label}</legend>
      {COLORS.map((color) => (
        <button
          key={color}
          type="button"
          data-color={color}
          title={color}
          aria-label={color}
          aria-pressed={value === color}
          className={styles.swatch}
          onClick={() => onChange(value === color ? null : color)}
        >
          {value === color && <Icon of={Check} size={15} />}
        </button>
      ))}
      <button
        type="button"
        title="no colour"
        aria-label="no colour"
        aria-pressed={value === null}
        className={styles.none}
        onClick={() => onChange(null)}
      >
        <Icon of={Ban} size={15} />
      </button>
    </fieldset>
  )
}

interface ColorFilterProps {
  label: string
  /** Colours in use, with the number of their cards; null: no colour. */
  choices: readonly { readonly color: Color | null; readonly count: number }[]
  values: readonly (Color | null)[]
  onChange: (values: (Color | null)[]) => void
}

/** A choice of any number of the colours in use, each with its count. */
export function ColorFilter({ label, choices, values, onChange }: ColorFilterProps) {
  const toggled = (color: Color | null) =>
    values.includes(color) ? values.filter((each) => each !== color) : [...values, color]
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ color, count }) => (
        <button
          key={color ?? 'none'}
          type="button"
          data-color={color ?? undefined}
          aria-pressed={values.includes(color)}
          className={styles.choice}
          onClick={() => onChange(toggled(color))}
        >
          <span className={styles.dot} />
          {color ?? 'no colour'}
          <span className={styles.count}>{count.toLocaleString()}</span>
        </button>
      ))}
    </fieldset>
  )
}
