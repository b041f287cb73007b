import { Search } from 'lucide-react'
import { showInSample } from '../../shared/sample/sample-request.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './landing.module.css'

/** Runs a search in the sample above and scrolls to it. */
export function TryButton({ search }: { search: string }) {
  return (
    <button
      type="button"
      className={styles.try}
      aria-label={`Try the search ${search} in the sample`}
      onClick={() => {
        showInSample(search)
        document.getElementById('try')?.scrollIntoView({ block: 'start' })
        document.querySelector<HTMLElement>('#try input')?.focus({ preventScroll: true })
      }}
    >
      <Icon of={Search} size={14} />
      <span>{search}</span>
    </button>
  )
}
