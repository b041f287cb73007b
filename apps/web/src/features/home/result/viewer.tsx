import { EXCLUDABLE_FIELDS, type ExcludableField } from '../../../overlays/index.ts'
import { useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { Checkbox, HelpPopover, Segmented } from '../../../ui/index.ts'
import styles from './filters.module.css'

const LAYOUTS = [
  { value: 'col', label: 'Column' },
  { value: 'cols', label: 'Columns' },
] as const

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
  { value: 'cards', label: 'Cards' },
] as const

const FIELD_WORDS: Readonly<Record<ExcludableField, string>> = {
  content: 'Text',
  titles: 'Subtasks',
  tags: 'Tags',
  dates: 'Dates',
  buttons: 'Buttons under each card',
  btns: 'Menu button',
  input: 'Field for one more subtask',
}

/** The choice of the cards' layout and their visible fields. */
export default function Viewer() {
  const { columns, density, without, setColumns, setDensity, setWithout } = useHomeAddress()
  const show = (field: ExcludableField, isShown: boolean) =>
    setWithout(EXCLUDABLE_FIELDS.filter((each) => (each === field ? !isShown : without.has(each))))
  return (
    <div className={styles.parts}>
      <section>
        <div className={styles.head}>
          <h3 className={styles.title}>Layout</h3>
          <HelpPopover about="Layout">
            One column reads best; several show more at once, two of them on a phone. Compact puts text and
            tags beside each other; Cards shows a cover for each link. The address remembers all of it, so
            that a bookmark does too.
          </HelpPopover>
        </div>
        <div className={styles.row}>
          <Segmented label="Layout" segments={LAYOUTS} value={columns} onChange={setColumns} />
          <Segmented label="Density" segments={DENSITIES} value={density} onChange={setDensity} />
        </div>
      </section>
      <section>
        <h3 className={styles.title}>What a card shows</h3>
        <div className={styles.boxes}>
          {EXCLUDABLE_FIELDS.map((field) => (
            <Checkbox
              key={field}
              isChecked={!without.has(field)}
              onChange={(isShown) => show(field, isShown)}
            >
              {FIELD_WORDS[field]}
            </Checkbox>
          ))}
        </div>
      </section>
    </div>
  )
}
