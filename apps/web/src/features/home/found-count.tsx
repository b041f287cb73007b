import { grouped } from '@cardinal/domain'
import { useStore } from 'zustand'
import styles from './bar-advice.module.css'
import { homeList } from './home-list.ts'

/** Renders the number of cards that the text of the bar finds. */
export function FoundCount() {
  const total = useStore(homeList, (list) => list.total)
  return total > 0 ? <span className={styles.found}>{`${grouped(total)} found`}</span> : null
}
